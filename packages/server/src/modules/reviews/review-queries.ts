import type { Cursor } from '../../platform/cursor.ts';
import { rowsToRead } from '../../platform/database/page-size.ts';
import {
  compileOnce,
  compileSharedRead,
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { type SQL, sql } from '../../platform/database/query-builder.ts';
import { instantText, timeText } from '../../platform/database/time-text.ts';
import { authorSelectionSql, passesAgeRestriction } from '../users/index.ts';
import type { ReviewRow, SummaryRow } from './view.ts';

const placeholder = sql.placeholder;

/**
 * The reason why a review does not count towards the averages; null when it counts, as the view `counted_reviews`
 * defines.
 */
const reasonNotCounted = sql`CASE
    WHEN EXISTS (SELECT FROM counted_reviews c WHERE c.service_id = reviews.service_id
      AND c.author_id = reviews.author_id AND c.id = reviews.id) THEN NULL
    WHEN bought.rating_epoch <> sold.rating_epoch THEN 'changed'
    WHEN bought.price = 0 AND sold.price > 0 THEN 'free'
    ELSE 'replaced' END`;

const selectReviews = sql`SELECT reviews.id, reviews.title, reviews.description, reviews.rating,
    reviews.recommend, reviews.service_id AS "serviceId",
    bought.product_name AS "boughtTitle", bought.type AS "boughtType",
    bought.category AS "boughtCategory", bought.price AS "boughtPrice",
    ${reasonNotCounted} AS "notCounted",
    ${timeText(sql`reviews.created_at`)} AS "writtenAt",
    reviews.answer,
    ${instantText(sql`reviews.answered_at`)} AS "answeredAt",
    ${authorSelectionSql}
  FROM reviews JOIN users ON users.uid = reviews.author_id
    JOIN payments bought ON bought.id = reviews.payment_id
    JOIN services sold ON sold.id = reviews.service_id`;

/**
 * Condition: the seller received the review, and its service is not hidden. Reviews of services or orders for adults
 * are included only for a reader who may see content for adults.
 */
function isReceivedBySeller(readerSeesAdult: boolean): SQL {
  return sql`reviews.seller_id = ${placeholder('of')} AND EXISTS (
    SELECT 1 FROM services JOIN users ON users.uid = services.seller_id
      JOIN payments ON payments.id = reviews.payment_id
    WHERE services.id = reviews.service_id AND services.hidden_at IS NULL
      AND ${passesAgeRestriction(sql`(services.adult OR payments.adult)`, readerSeesAdult)})`;
}

/**
 * Condition: the review is shown at its service. When a service is not for adults any more, reviews of its earlier
 * orders for adults are not shown there.
 */
const isShownAtService = sql`reviews.service_id = ${placeholder('of')} AND EXISTS (
  SELECT 1 FROM services JOIN payments ON payments.id = reviews.payment_id
  WHERE services.id = reviews.service_id AND (services.adult OR NOT payments.adult))`;

const conditionsByScope = {
  service: isShownAtService,
  seller: isReceivedBySeller(false),
  'seller adults': isReceivedBySeller(true),
} satisfies Record<string, SQL>;

type ReviewListScope = keyof typeof conditionsByScope;

/** The properties that determine the SQL text of a review list; each combination is a separate statement. */
interface ReviewStatementVariant {
  readonly scope: ReviewListScope;
  readonly isFurtherPage: boolean;
  readonly rowCount: number;
}

const reviewListStatement = compileOnce(
  ({ scope, isFurtherPage, rowCount }: ReviewStatementVariant) => {
    const cursorCondition = sql`(reviews.created_at, reviews.id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`;
    return compileSharedRead<ReviewRow>(
      sql`${selectReviews} WHERE ${conditionsByScope[scope]} AND reviews.hidden_at IS NULL AND ${isFurtherPage ? cursorCondition : sql`true`}
      ORDER BY reviews.created_at DESC, reviews.id DESC LIMIT ${sql.raw(String(rowCount))}`,
      `reviews ${scope} ${isFurtherPage} ${rowCount}`,
    );
  },
);

export interface ReviewListQuery {
  readonly scope: ReviewListScope;
  /** Id of the service or uid of the seller, depending on the list. */
  readonly subjectId: string;
  readonly afterCursor: Cursor | null;
  /** Number of reviews on a page. */
  readonly limit: number;
}

/** Reviews of a list, newest first; more than `limit` rows when another page follows. */
export function listReviewRows(
  pool: Queryable,
  listQuery: ReviewListQuery,
): Promise<readonly ReviewRow[]> {
  const { scope, subjectId, afterCursor, limit } = listQuery;
  const rowCount = rowsToRead(limit);
  return reviewListStatement({ scope, isFurtherPage: afterCursor !== null, rowCount })(pool, {
    of: subjectId,
    ...afterCursor,
  });
}

const summaryStatement: Statement<SummaryRow> = compileStatement(
  sql`SELECT count(*)::integer AS count, coalesce(sum(rating), 0)::integer AS sum,
      (count(*) FILTER (WHERE recommend))::integer AS recommending,
      ARRAY[${sql.join(
        [1, 2, 3, 4, 5].map(
          (stars) => sql`count(*) FILTER (WHERE rating = ${sql.raw(String(stars))})::integer`,
        ),
        sql`, `,
      )}] AS stars
    FROM counted_reviews WHERE service_id = ${placeholder('of')}`,
  'reviews summary',
);

const emptySummary: SummaryRow = { count: 0, sum: 0, recommending: 0, stars: [0, 0, 0, 0, 0] };

/** The counted reviews of a service: their number, sum of ratings, recommendations, and number for each rating. */
export async function readSummary(pool: Queryable, serviceId: string): Promise<SummaryRow> {
  const [row = emptySummary] = await summaryStatement(pool, { of: serviceId });
  return row;
}

const reviewStatement: Statement<ReviewRow> = compileStatement(
  sql`${selectReviews} WHERE reviews.id = ${placeholder('id')}`,
);

const listedReviewStatements = {
  seller: compileStatement<{ id: string }>(sql`SELECT reviews.id FROM reviews
    WHERE reviews.id = ${placeholder('id')} AND ${conditionsByScope.seller} AND reviews.hidden_at IS NULL`),
  'seller adults': compileStatement<{ id: string }>(sql`SELECT reviews.id FROM reviews
    WHERE reviews.id = ${placeholder('id')} AND ${conditionsByScope['seller adults']} AND reviews.hidden_at IS NULL`),
};

/** Whether a review is in the seller's list; in the scope `seller adults` the list contains content for adults too. */
export async function isReviewListed(
  pool: Queryable,
  scope: keyof typeof listedReviewStatements,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
): Promise<boolean> {
  return (await listedReviewStatements[scope](pool, { id, of: sellerId })).length > 0;
}

export async function readReview(pool: Queryable, id: string): Promise<ReviewRow | null> {
  const rows = await reviewStatement(pool, { id });
  return rows[0] ?? null;
}

const reviewOfOrderStatement: Statement<ReviewRow> = compileStatement(
  sql`${selectReviews} WHERE reviews.payment_id = ${placeholder('orderId')} AND reviews.hidden_at IS NULL`,
);

/** The review of an order; null when there is none or moderation has hidden it. */
export async function readReviewOfOrder(
  pool: Queryable,
  orderId: string,
): Promise<ReviewRow | null> {
  const rows = await reviewOfOrderStatement(pool, { orderId });
  return rows[0] ?? null;
}
