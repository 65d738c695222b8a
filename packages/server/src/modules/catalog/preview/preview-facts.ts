import type { CategorySlug } from '@guilda/contract/categories';

/** What a link preview tells, in the words it is drawn with. */
export interface PreviewFacts {
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

/** A preview to be drawn. The pictures are files of our own making, WebP; null draws without them. */
export interface PreviewJob {
  readonly facts: PreviewFacts;
  readonly cover: Uint8Array | null;
  readonly avatar: Uint8Array | null;
}
