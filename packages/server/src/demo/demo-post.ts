/** A comment on a post. */
export interface DemoComment {
  readonly by: string;
  readonly text: string;
  /** Minutes after the post. */
  readonly after: number;
}

/** A post of the demo with its likes and comments. */
export interface DemoPost {
  readonly author: string;
  readonly title?: string;
  readonly description?: string;
  /** Text as typed into the form. */
  readonly hashtags?: string;
  /** Name of a drawing in `demo/art`, without `capa-`. */
  readonly picture?: string;
  /** Title of the author's linked service. */
  readonly service?: string;
  readonly sensitive?: boolean;
  readonly minutesAgo: number;
  readonly likedBy: readonly string[];
  readonly comments: readonly DemoComment[];
}

/** Hours in minutes. */
export const hoursInMinutes = (count: number): number => count * 60;

/** Days in minutes. */
export const daysInMinutes = (count: number): number => count * 24 * 60;
