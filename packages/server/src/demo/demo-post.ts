/** A comment on a demo post. */
export interface DemoComment {
  readonly author: string;
  readonly text: string;
  /** Time of the comment, in minutes after the post. */
  readonly minutesLater: number;
}

/** A post of the demo with its likes and comments. */
export interface DemoPost {
  readonly author: string;
  readonly title?: string;
  readonly description?: string;
  /** Hashtags as a person types them into the form. */
  readonly hashtags?: string;
  /** File name of a drawing in `demo/art`, without the prefix `capa-`. */
  readonly picture?: string;
  /** Title of the service of the author that the post links to. */
  readonly service?: string;
  readonly sensitive?: boolean;
  readonly minutesAgo: number;
  readonly likedBy: readonly string[];
  readonly comments: readonly DemoComment[];
}

/** Converts hours to minutes. */
export const hoursInMinutes = (hourCount: number): number => hourCount * 60;

/** Converts days to minutes. */
export const daysInMinutes = (dayCount: number): number => dayCount * 24 * 60;
