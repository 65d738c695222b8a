import { formatDecimal } from '@guilda/contract/money/money';
import type { Review, ReviewSummary } from '@guilda/contract/orders/reviews';
import { type AuthorRow, averageRating, toAuthor, type ViewContext } from '../users/index.ts';

/** A review joined with its author; the author's columns have the names of {@link AuthorRow}. */
export interface ReviewRow extends AuthorRow {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly rating: number;
  readonly recommend: boolean;
  readonly serviceId: string;
  /** Title of the service when the order was placed. */
  readonly boughtTitle: string;
  readonly boughtType: Review['purchase']['type'];
  readonly boughtCategory: Review['purchase']['category'];
  /** Price of the reviewed order, in centavos. */
  readonly boughtPrice: number;
  /** Why the review does not count towards the averages; null when it counts. */
  readonly notCounted: Review['notCounted'];
  /** Creation time in UTC with microseconds. */
  readonly writtenAt: string;
  readonly answer: string | null;
  /** Time of the answer in UTC with milliseconds; null without an answer. */
  readonly answeredAt: string | null;
}

/** Summary of the counted reviews of a service. */
export interface SummaryRow {
  /** Number of counted reviews. */
  readonly count: number;
  /** Sum of the ratings of the counted reviews. */
  readonly sum: number;
  /** Number of counted reviews that recommend the service. */
  readonly recommending: number;
  /** Numbers of reviews with 1, 2, 3, 4 and 5 stars, in this order. */
  readonly stars: readonly number[];
}

function toReviewAnswer({ answer, answeredAt }: ReviewRow): Review['answer'] {
  return answer === null || answeredAt === null ? null : { text: answer, createdAt: answeredAt };
}

/** A review as the API shows it. The author is called "Usuário removido" when the account is closed. */
export function toReview(row: ReviewRow, context: ViewContext): Review {
  const author = toAuthor(row, context);
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    rating: row.rating,
    recommend: row.recommend,
    serviceId: row.serviceId,
    purchase: {
      title: row.boughtTitle,
      type: row.boughtType,
      category: row.boughtCategory,
      price: formatDecimal(row.boughtPrice),
    },
    notCounted: row.notCounted,
    userPhotoURL: author.photoURL,
    username: row.deletedAt ? (author.displayName ?? author.username) : author.username,
    author,
    answer: toReviewAnswer(row),
    createdAt: `${row.writtenAt.slice(0, 23)}Z`,
  };
}

export function toSummary({ count, sum, recommending, stars }: SummaryRow): ReviewSummary {
  return { average: averageRating(sum, count), count, stars: [...stars], recommending };
}
