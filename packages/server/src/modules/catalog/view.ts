import { formatDecimal } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import {
  type CategorySlug,
  categories,
  categoryImage,
  categoryName,
} from '@guilda/contract/services/categories';
import type { PictureUrlResolver } from '../pictures/index.ts';
import { type AuthorRow, averageRating, toAuthor, type ViewContext } from '../users/index.ts';

/** A service joined with its seller; the seller's columns have the names of {@link AuthorRow}. */
export interface ServiceRow extends AuthorRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Price in centavos. */
  readonly price: number;
  readonly type: 'call' | 'media';
  readonly adult: boolean;
  readonly category: CategorySlug;
  readonly image: string;
  readonly status: 'active' | 'paused';
  readonly archives: Service['archives'];
  readonly ratingSum: number;
  readonly ratingCount: number;
  /** Creation time in UTC with microseconds. */
  readonly publishedAt: string;
}

/**
 * A service as the API shows it. `context` and `resolvePictureUrl` belong to the reader. This function does not check
 * access: `findVisibleService` and the lists leave out services for adults unless the reader may see them.
 */
export function toService(
  row: ServiceRow,
  context: ViewContext,
  resolvePictureUrl: PictureUrlResolver,
): Service {
  const photoURL = resolvePictureUrl(row.image, row.adult);
  if (photoURL === null) throw new Error(`service ${row.id} is not this reader's to see`);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    price: formatDecimal(row.price),
    type: row.type,
    category: row.category,
    photoURL,
    status: row.status,
    archives: row.archives,
    rating: averageRating(row.ratingSum, row.ratingCount),
    reviewCount: row.ratingCount,
    seller: toAuthor(row, context),
    createdAt: `${row.publishedAt.slice(0, 23)}Z`,
  };
}

/** The categories as the API shows them. */
export const categoryViews = categories.map((category) => ({
  slug: category.slug,
  name: categoryName(category),
  emoji: category.emoji,
  color: category.color,
  image: categoryImage(category.slug),
  adult: category.adult,
}));
