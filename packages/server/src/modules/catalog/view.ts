import type { Service } from '@guilda/contract/catalog';
import {
  type CategorySlug,
  categories,
  categoryImage,
  categoryName,
} from '@guilda/contract/categories';
import { formatDecimal } from '@guilda/contract/money';
import type { ShowPicture } from '../pictures/index.ts';
import { type AuthorRow, averageOf, type Moment, toAuthor } from '../users/index.ts';

/** A service with its seller beside it: the seller's columns keep their names. */
export interface ServiceRow extends AuthorRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Centavos. */
  readonly price: number;
  readonly type: 'call' | 'media';
  readonly adult: boolean;
  readonly category: CategorySlug;
  readonly image: string;
  readonly status: 'active' | 'paused';
  readonly archives: Service['archives'];
  readonly ratingSum: number;
  readonly ratingCount: number;
  /** When it was made, in UTC with microseconds. */
  readonly publishedAt: string;
}

/**
 * A service as the API shows it to the reader whom `moment` and `show` are for. One for adults is a
 * bug here unless the reader is a checked adult: `openService` and the lists leave it out before.
 */
export function toService(row: ServiceRow, moment: Moment, show: ShowPicture): Service {
  const photoURL = show(row.image, row.adult);
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
    rating: averageOf(row.ratingSum, row.ratingCount),
    reviewCount: row.ratingCount,
    seller: toAuthor(row, moment),
    createdAt: `${row.publishedAt.slice(0, 23)}Z`,
  };
}

/** The 19 categories as the API shows them (`spec §3`, `product §4`). */
export const categoryViews = categories.map((category) => ({
  slug: category.slug,
  name: categoryName(category),
  emoji: category.emoji,
  color: category.color,
  image: categoryImage(category.slug),
  adult: category.adult,
}));
