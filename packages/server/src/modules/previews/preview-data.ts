import type { CategorySlug } from '@guilda/contract/categories';

/** Data of a service preview. */
export interface ServicePreviewData {
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
  /** Replaces a name that the fonts cannot render. */
  readonly sellerUsername: string;
}

/** Data of a post preview. */
export interface PostPreviewData {
  readonly of: 'post';
  /** Empty for none; also `text`. */
  readonly title: string;
  readonly text: string;
  /** As typed, without `#`. */
  readonly hashtags: readonly string[];
  readonly authorName: string;
  /** Replaces a name that the fonts cannot render. */
  readonly authorUsername: string;
}

/** A preview to render. Pictures are stored WebP files; null renders without them. */
export interface PreviewJob {
  readonly data: ServicePreviewData | PostPreviewData;
  /** The cover of a service, the photo of a post. */
  readonly picture: Uint8Array | null;
  readonly avatar: Uint8Array | null;
}
