import type { CategorySlug } from '@guilda/contract/categories';

/** What the link preview of a service tells, in the words it is drawn with. */
export interface ServiceFacts {
  readonly of: 'service';
  readonly title: string;
  /** Decimal text in reais, `"49.90"`. */
  readonly price: string;
  readonly type: 'call' | 'media';
  readonly category: CategorySlug;
  /** Average of 1 to 5; null without reviews. */
  readonly rating: number | null;
  readonly reviewCount: number;
  readonly sellerName: string;
  /** Stands in for a name that the fonts have no letter of. */
  readonly sellerUsername: string;
}

/** What the link preview of a post tells. */
export interface PostFacts {
  readonly of: 'post';
  /** Empty when there is none, like `text`. */
  readonly title: string;
  readonly text: string;
  /** As typed, without `#`. */
  readonly hashtags: readonly string[];
  readonly authorName: string;
  /** Stands in for a name that the fonts have no letter of. */
  readonly authorUsername: string;
}

/** A preview to be drawn. The pictures are files of our own making, WebP; null draws without them. */
export interface PreviewJob {
  readonly facts: ServiceFacts | PostFacts;
  /** The cover of a service, the photo of a post. */
  readonly picture: Uint8Array | null;
  readonly avatar: Uint8Array | null;
}
