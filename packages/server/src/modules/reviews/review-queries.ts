import { type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { instantText, timeText } from '../../platform/database/time-text.ts';
import { authorSelection, openToAge } from '../users/index.ts';
import type { ReviewRow, SummaryRow } from './view.ts';

/** Rows a list reads at most: one more than a page, to know whether another one follows. */
const SHORT = 21;
const LONG = 51;

const given = sql.placeholder;

/** Why a review is none of `counted_reviews`, the one definition of what makes averages; else null. */
const notCounted = sql`CASE
    WHEN EXISTS (SELECT FROM counted_reviews c WHERE c.service_id = reviews.service_id
      AND c.author_id = reviews.author_id AND c.id = reviews.id) THEN NULL
    WHEN bought.rating_epoch <> sold.rating_epoch THEN 'changed'
    WHEN bought.price = 0 AND sold.price > 0 THEN 'free'
    ELSE 'replaced' END`;

const selection = sql`SELECT reviews.id, reviews.title, reviews.description, reviews.rating,
    reviews.recommend, reviews.service_id AS "serviceId",
    bought.product_name AS "boughtTitle", bought.type AS "boughtType",
    bought.category AS "boughtCategory", bought.price AS "boughtPrice",
    ${notCounted} AS "notCounted",
    ${timeText(sql`reviews.created_at`)} AS "writtenAt",
    reviews.answer,
    ${instantText(sql`reviews.answered_at`)} AS "answeredAt",
    ${authorSelection}
  FROM reviews JOIN users ON users.uid = reviews.author_id
    JOIN payments bought ON bought.id = reviews.payment_id
    JOIN services sold ON sold.id = reviews.service_id`;

/** Reviews a seller received, by the one rule of who may see what is for adults. */
function ofSeller(checked: boolean): SQL {
  return sql`reviews.seller_id = ${given('of')} AND EXISTS (
    SELECT 1 FROM services JOIN users ON users.uid = services.seller_id
      JOIN payments ON payments.id = reviews.payment_id
    WHERE services.id = reviews.service_id AND services.hidden_at IS NULL
      AND ${openToAge(sql`(services.adult OR payments.adult)`, checked)})`;
}

/** A service that left what is for adults leaves there what was written of it. */
const ofService = sql`reviews.service_id = ${given('of')} AND EXISTS (
  SELECT 1 FROM services JOIN payments ON payments.id = reviews.payment_id
  WHERE services.id = reviews.service_id AND (services.adult OR NOT payments.adult))`;

/** What a list is of. */
const scopes = {
  service: ofService,
  // What is for adults is in no other list (product §9), and what moderation took away is in none.
  seller: ofSeller(false),
  'seller adults': ofSeller(true),
} satisfies Record<string, SQL>;

type Scope = keyof typeof scopes;

/** Everything about a list that changes the text of its statement. */
interface Shape {
  readonly scope: Scope;
  readonly further: boolean;
  readonly rows: number;
}

function statementOf({ scope, further, rows }: Shape): Statement<ReviewRow> {
  const past = sql`(reviews.created_at, reviews.id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`;
  return compileStatement(
    sql`${selection} WHERE ${scopes[scope]} AND reviews.hidden_at IS NULL AND ${further ? past : sql`true`}
      ORDER BY reviews.created_at DESC, reviews.id DESC LIMIT ${sql.raw(String(rows))}`,
    `reviews ${scope} ${further} ${rows}`,
  );
}

const known = new Map<string, Statement<ReviewRow>>();

function preparedStatement(shape: Shape): Statement<ReviewRow> {
  const name = JSON.stringify(shape);
  const found = known.get(name) ?? statementOf(shape);
  known.set(name, found);
  return found;
}

export interface Listing {
  readonly scope: Scope;
  /** Id of the service, or uid of the seller. */
  readonly of: string;
  readonly after: Cursor | null;
  /** Rows of a page. */
  readonly limit: number;
}

/** A list's reviews, newest first: `limit` of them, and more when there are more. */
export function listRows(pool: Queryable, listing: Listing): Promise<ReviewRow[]> {
  const { scope, of, after, limit } = listing;
  const rows = limit < SHORT ? SHORT : LONG;
  return preparedStatement({ scope, further: after !== null, rows })(pool, { of, ...after });
}

const summary: Statement<SummaryRow> = compileStatement(
  sql`SELECT count(*)::integer AS count, coalesce(sum(rating), 0)::integer AS sum,
      (count(*) FILTER (WHERE recommend))::integer AS recommending,
      ARRAY[${sql.join(
        [1, 2, 3, 4, 5].map(
          (stars) => sql`count(*) FILTER (WHERE rating = ${sql.raw(String(stars))})::integer`,
        ),
        sql`, `,
      )}] AS stars
    FROM counted_reviews WHERE service_id = ${given('of')}`,
  'reviews summary',
);

const nothing: SummaryRow = { count: 0, sum: 0, recommending: 0, stars: [0, 0, 0, 0, 0] };

/** How the reviews of a service that count are spread, by one reading of them. */
export async function readSummary(pool: Queryable, serviceId: string): Promise<SummaryRow> {
  const [row = nothing] = await summary(pool, { of: serviceId });
  return row;
}

const one: Statement<ReviewRow> = compileStatement(
  sql`${selection} WHERE reviews.id = ${given('id')}`,
);

const listed = {
  seller: compileStatement<{ id: string }>(sql`SELECT reviews.id FROM reviews
    WHERE reviews.id = ${given('id')} AND ${scopes.seller} AND reviews.hidden_at IS NULL`),
  'seller adults': compileStatement<{ id: string }>(sql`SELECT reviews.id FROM reviews
    WHERE reviews.id = ${given('id')} AND ${scopes['seller adults']} AND reviews.hidden_at IS NULL`),
};

/** Whether a review is in the list of what a seller received, as a reader of that scope sees it. */
export async function isListed(
  pool: Queryable,
  scope: keyof typeof listed,
  { id, sellerId }: { readonly id: string; readonly sellerId: string },
): Promise<boolean> {
  return (await listed[scope](pool, { id, of: sellerId })).length > 0;
}

export async function readReview(pool: Queryable, id: string): Promise<ReviewRow | null> {
  const rows = await one(pool, { id });
  return rows[0] ?? null;
}

const ofOrder: Statement<ReviewRow> = compileStatement(
  sql`${selection} WHERE reviews.payment_id = ${given('paymentId')} AND reviews.hidden_at IS NULL`,
);

/** The review of an order, unless there is none or moderation took it away. */
export async function readReviewOfOrder(
  pool: Queryable,
  paymentId: string,
): Promise<ReviewRow | null> {
  const rows = await ofOrder(pool, { paymentId });
  return rows[0] ?? null;
}
