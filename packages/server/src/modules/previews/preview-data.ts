import type { CategorySlug } from '@guilda/contract/services/categories';

/** The data of a service that is drawn in its link preview. */
export interface ServicePreviewData {
  readonly kind: 'service';
  readonly title: string;
  /** Price in reais as decimal text such as `49.90`. */
  readonly price: string;
  readonly type: 'call' | 'media';
  readonly category: CategorySlug;
  /** Average rating from 1 to 5; null without reviews. */
  readonly rating: number | null;
  readonly reviewCount: number;
  readonly sellerName: string;
  /** Shown instead of the seller's name when the fonts cannot render the name. */
  readonly sellerUsername: string;
}

/** The data of a post that is drawn in its link preview. */
export interface PostPreviewData {
  readonly kind: 'post';
  /** Title of the post; empty when it has none. */
  readonly title: string;
  /** Text of the post; empty when it has none. */
  readonly text: string;
  /** Hashtags as typed, without `#`. */
  readonly hashtags: readonly string[];
  readonly authorName: string;
  /** Shown instead of the author's name when the fonts cannot render the name. */
  readonly authorUsername: string;
}

/** A link preview to render. Pictures are the stored WebP files; null renders the preview without the picture. */
export interface PreviewJob {
  readonly data: ServicePreviewData | PostPreviewData;
  /** The cover of a service or the photo of a post. */
  readonly picture: Uint8Array | null;
  readonly avatar: Uint8Array | null;
}
