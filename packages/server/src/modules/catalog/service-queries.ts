import { type SQL, sql } from 'drizzle-orm';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { authorSelection, openToAge, openToReader } from '../users/index.ts';
import { type Sort, sorts } from './sorts.ts';
import type { ServiceRow } from './view.ts';

/** Rows a list reads at most: one more than a page, to know whether another one follows. */
const SHORT = 21;
const LONG = 51;

/** What every reading of services answers with, a `ServiceRow`. */
export const serviceColumns = sql`services.id, services.title, services.description, services.price,
  services.type, services.adult, services.category, services.photo_url AS image, services.status, services.archives,
  services.rating_sum AS "ratingSum", services.rating_count AS "ratingCount",
  ${timeText(sql`services.created_at`)} AS "publishedAt",
  ${authorSelection}`;

export const serviceSource = sql`services JOIN users ON users.uid = services.seller_id`;

/** Neither removed by its seller nor by moderation; written out so that the partial indexes apply. */
export const serviceStands = sql`services.deleted_at IS NULL AND services.hidden_at IS NULL`;

const given = <Name extends string>(name: Name) => sql.placeholder(name);

/** The filters that take a value, each with its condition. */
const conditions = {
  category: sql`services.category = ${given('category')}`,
  type: sql`services.type = ${given('type')}`,
  seller: sql`services.seller_id = ${given('seller')}`,
  // Amounts of a query may pass what an integer holds.
  minPrice: sql`services.price >= ${given('minPrice')}::bigint`,
  maxPrice: sql`services.price <= ${given('maxPrice')}::bigint`,
  // The average as it is shown, rounded to one decimal place, without dividing.
  minRating: sql`services.rating_count > 0 AND 20 * services.rating_sum
    >= (2 * round(10 * ${given('minRating')}::numeric)::integer - 1) * services.rating_count`,
  online: sql`services.seller_id = ANY(${given('online')}::uuid[])`,
  match: sql`services.search @@ ${given('match')}::tsquery`,
} satisfies Record<string, SQL>;

type FilterName = keyof typeof conditions;
const filterNames = Object.keys(conditions) as FilterName[];
/** Lists with other filters come in too many shapes for each connection to keep them all. */
const prepared: ReadonlySet<FilterName> = new Set(['category', 'type', 'seller']);

/** A list of services as the store reads it; a filter that is absent filters nothing. */
export interface Listing {
  /** Uid of who reads; null for a visitor. */
  readonly reader: string | null;
  /** `seesAdult` of who reads. */
  readonly adult: boolean;
  /** `hasBlocks` of who reads. */
  readonly blocks: boolean;
  readonly sort: Sort;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** Rows of a page. */
  readonly limit: number;
  readonly category?: string | undefined;
  readonly type?: string | undefined;
  readonly seller?: string | undefined;
  /** Centavos. */
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
  readonly minRating?: number | undefined;
  /** Sellers it is limited to. */
  readonly online?: readonly string[] | undefined;
  /** Text of a `tsquery` on `services.search`. */
  readonly match?: string | undefined;
}

/**
 * How the rows of a list are come by. `walk` goes through the first rows of the whole order, or of
 * one category's or seller's, and takes those that pass: at once when many do. `gather` sorts all
 * that pass: at once when few do.
 */
type Reach = 'list' | 'walk' | 'gather';

/** Everything about a list that changes the text of its statement. */
interface Shape {
  readonly sort: Sort;
  readonly filters: readonly FilterName[];
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly blocks: boolean;
  /** The reader's own services, paused ones included. */
  readonly own: boolean;
  readonly further: boolean;
  readonly rows: number;
  readonly reach: Reach;
}

export interface ListedService extends ServiceRow {
  readonly key: string | null;
  /** Of a search by relevance. */
  readonly layer?: number;
}

function shapeOf(listing: Listing, reach: Reach): Shape {
  return {
    sort: listing.sort,
    filters: filterNames.filter((name) => listing[name] !== undefined),
    signedIn: listing.reader !== null,
    adult: listing.adult,
    blocks: listing.blocks,
    own: listing.reader !== null && listing.seller === listing.reader,
    further: listing.after !== null,
    rows: listing.limit < SHORT ? SHORT : LONG,
    reach,
  };
}

const and = (conditions: readonly SQL[]) => sql.join([...conditions], sql` AND `);

/** Rows that a walk passes by before it gives up: some milliseconds. */
const WALK = 2_000;

/** Filters that an index has in the order of every sort. */
const ordered: ReadonlySet<FilterName> = new Set(['category', 'seller']);

const list = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

/** The rows of a shape in its order, each under the name `services`, with what they are ordered by. */
function rowsOf(shape: Shape): { from: SQL; where: readonly SQL[]; places: readonly SQL[] } {
  const { past, order, columns } = sorts[shape.sort];
  const keys = [...columns.map(({ of }) => of), sql`services.id`];
  const walking = shape.reach === 'walk';
  const base = [
    serviceStands,
    ...(shape.own ? [] : [sql`services.status = 'active'`]),
    ...shape.filters
      .filter((name) => !walking || ordered.has(name))
      .map((name) => conditions[name]),
    ...(shape.further
      ? [
          sql`(${list(keys)}) ${past} (${list(columns.map((each) => each.past))}, ${given('id')}::uuid)`,
        ]
      : []),
  ];
  const sorted = sql`ORDER BY ${list(keys.map((each) => sql`${each} ${order}`))}`;
  if (walking) {
    return {
      from: sql`(SELECT * FROM services WHERE ${and(base)} ${sorted}
        LIMIT ${sql.raw(String(WALK))}) services`,
      where: shape.filters.filter((name) => !ordered.has(name)).map((name) => conditions[name]),
      places: keys,
    };
  }
  if (shape.reach === 'list') return { from: sql`services`, where: base, places: keys };
  const place = (at: number) => sql.raw(`place${at}`);
  // Kept apart from the limit, which would tempt the planner into walking.
  return {
    from: sql`(SELECT ${list(keys.map((each, at) => sql`${each} AS ${place(at)}`))} FROM services
      WHERE ${and(base)} ${sorted} OFFSET 0) found
      JOIN services ON services.id = found.${place(columns.length)}`,
    where: [],
    places: keys.map((_, at) => sql`found.${place(at)}`),
  };
}

function statementOf(shape: Shape, name?: string): Statement<ListedService> {
  const { order } = sorts[shape.sort];
  const { from, where, places } = rowsOf(shape);
  const visible = [
    ...where,
    openToAge(sql`services.adult`, shape.adult),
    openToReader(shape.signedIn ? given('reader') : null, shape.blocks),
  ];
  const told =
    shape.sort === 'rating' || shape.sort === 'relevance' ? sql`${places[0]}::text` : sql`NULL`;
  // The number of rows stands in the text: a plan made for any number of them would sort them all.
  return compileStatement(
    sql`SELECT ${serviceColumns}, ${told} AS key FROM ${from} JOIN users ON users.uid = services.seller_id
      WHERE ${and(visible)}
      ORDER BY ${list(places.map((each) => sql`${each} ${order}`))} LIMIT ${sql.raw(String(shape.rows))}`,
    name,
  );
}

const known = new Map<string, Statement<ListedService>>();

function preparedStatement(shape: Shape): Statement<ListedService> {
  const { sort, filters, signedIn, adult, blocks, own, further, rows } = shape;
  // A name has room for 63 bytes.
  const flags = [signedIn, adult, own, further, blocks].map(Number).join('');
  const name = ['services', sort, ...filters, flags, rows].join(' ');
  const found = known.get(name) ?? statementOf(shape, name);
  known.set(name, found);
  return found;
}

/** The services of a list in its order: `limit` of them, and more when there are more. */
export async function listServices(pool: Queryable, listing: Listing): Promise<ListedService[]> {
  const values = { ...listing, ...listing.after };
  if (listing.match !== undefined) {
    const near = await statementOf(shapeOf(listing, 'walk'))(pool, values);
    if (near.length > listing.limit) return near;
    return statementOf(shapeOf(listing, 'gather'))(pool, values);
  }
  const shape = shapeOf(listing, 'list');
  const usual = shape.filters.every((name) => prepared.has(name));
  const statement = usual ? preparedStatement(shape) : statementOf(shape);
  return statement(pool, values);
}

/** For each text of a `tsquery`, whether any service that this reader may find matches it. */
export async function matchSomething(
  pool: Queryable,
  reader: Pick<Listing, 'reader' | 'adult' | 'blocks'>,
  matches: readonly string[],
): Promise<boolean[]> {
  if (matches.length === 0) return [];
  // Each text stands for itself, so that the planner knows how common what it asks for is.
  const asked = matches.map(
    (
      match,
      index,
    ) => sql`EXISTS (SELECT FROM ${serviceSource} WHERE services.search @@ ${match}::tsquery
      AND ${serviceStands} AND services.status = 'active'
      AND ${openToAge(sql`services.adult`, reader.adult)}
      AND ${openToReader(reader.reader === null ? null : given('reader'), reader.blocks)})
      AS ${sql.identifier(String(index))}`,
  );
  const statement = compileStatement<Record<string, boolean>>(
    sql`SELECT ${sql.join(asked, sql`, `)}`,
  );
  const [found = {}] = await statement(pool, { reader: reader.reader });
  return matches.map((_, index) => found[String(index)] === true);
}
