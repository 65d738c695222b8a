/** Something said about a post. */
export interface DemoComment {
  readonly by: string;
  readonly text: string;
  /** Minutes after the post. */
  readonly after: number;
}

/** A post of the demo's community, with what people made of it. */
export interface DemoPost {
  readonly author: string;
  readonly title?: string;
  readonly description?: string;
  /** As typed into the form. */
  readonly hashtags?: string;
  /** Name of a drawing in `demo/art`, without `capa-`. */
  readonly picture?: string;
  /** Title of the author's service that it points at. */
  readonly service?: string;
  readonly sensitive?: boolean;
  readonly minutesAgo: number;
  readonly likedBy: readonly string[];
  readonly comments: readonly DemoComment[];
}

/** Minutes of so many hours. */
export const hours = (count: number): number => count * 60;

/** Minutes of so many days. */
export const days = (count: number): number => count * 24 * 60;
