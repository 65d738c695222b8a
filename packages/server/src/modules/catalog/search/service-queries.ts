import { rowsToRead } from '../../../platform/database/page-size.ts';
import {
  compileOnce,
  compileSharedRead,
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { authorSelectionSql, isVisibleToReader, passesAgeRestriction } from '../../users/index.ts';
import type { ServiceRow } from '../view.ts';
import { type ServiceSort, sortOrders } from './sort-order-columns.ts';

/** The columns that a {@link ServiceRow} needs. */
export const serviceColumns = sql`services.id, services.title, services.description, services.price,
  services.type, services.adult, services.category, services.photo_url AS image, services.status, services.archives,
  services.rating_sum AS "ratingSum", services.rating_count AS "ratingCount",
  ${timeText(sql`services.created_at`)} AS "publishedAt",
  ${authorSelectionSql}`;

export const serviceFromClause = sql`services JOIN users ON users.uid = services.seller_id`;

/**
 * Condition for services that are neither deleted nor hidden by moderation. The wording equals the condition of the
 * partial indexes, so that PostgreSQL uses these indexes.
 */
export const isServiceAvailable = sql`services.deleted_at IS NULL AND services.hidden_at IS NULL`;

const placeholder = <Name extends string>(name: Name) => sql.placeholder(name);

/** The SQL condition of each filter. */
const filterConditions = {
  category: sql`services.category = ${placeholder('category')}`,
  type: sql`services.type = ${placeholder('type')}`,
  seller: sql`services.seller_id = ${placeholder('seller')}`,
  // The filters cast to `bigint`, because a requested amount may exceed the range of `integer`.
  minPrice: sql`services.price >= ${placeholder('minPrice')}::bigint`,
  maxPrice: sql`services.price <= ${placeholder('maxPrice')}::bigint`,
  // Compares the average as displayed, rounded to one decimal place, without a division.
  minRating: sql`services.rating_count > 0 AND 20 * services.rating_sum
    >= (2 * round(10 * ${placeholder('minRating')}::numeric)::integer - 1) * services.rating_count`,
  online: sql`services.seller_id = ANY(${placeholder('online')}::uuid[])`,
  match: sql`services.search @@ ${placeholder('match')}::tsquery`,
} satisfies Record<string, SQL>;

type FilterName = keyof typeof filterConditions;
const filterNames = Object.keys(filterConditions) as FilterName[];
/**
 * Lists that use only these filters run as prepared statements. Combinations of all filters would be too many prepared
 * statements for each connection.
 */
const preparedFilters: ReadonlySet<FilterName> = new Set(['category', 'type', 'seller']);

/** A query of a list of services; an absent filter does not restrict the list. */
export interface ServiceListQuery {
  /** Uid of the reader; null for a visitor. */
  readonly reader: string | null;
  /** Whether the reader may see content for adults (`canSeeAdultContent`). */
  readonly canSeeAdult: boolean;
  /** Whether the reader has blocked anybody or was blocked by anybody. */
  readonly hasBlocks: boolean;
  readonly sort: ServiceSort;
  readonly after: { readonly key: string; readonly id: string } | null;
  /** Maximum number of services on one page. */
  readonly limit: number;
  readonly category?: string | undefined;
  readonly type?: string | undefined;
  readonly seller?: string | undefined;
  /** Lowest price in centavos. */
  readonly minPrice?: number | undefined;
  /** Highest price in centavos. */
  readonly maxPrice?: number | undefined;
  readonly minRating?: number | undefined;
  /** Only services of these sellers, given by uid. */
  readonly online?: readonly string[] | undefined;
  /** Text of a `tsquery` on `services.search`. */
  readonly match?: string | undefined;
}

/**
 * How the rows of a list are read. `list` is one plain query. `scan` reads the first rows in index order and filters
 * them, which is fast when many match. `sort_all` sorts all matches, which is fast when few match.
 */
type ReadStrategy = 'list' | 'scan' | 'sort_all';

/** The properties on which the SQL text of a list depends; each combination is a separate statement. */
interface ServiceStatementVariant {
  readonly sort: ServiceSort;
  readonly filters: readonly FilterName[];
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly withBlocks: boolean;
  /** Whether the reader lists their own services, which includes paused ones. */
  readonly isOwnList: boolean;
  readonly isFurtherPage: boolean;
  readonly rowCount: number;
  readonly strategy: ReadStrategy;
}

export interface ListedService extends ServiceRow {
  /** Sort key as text for the cursor of the next page; null for sorts whose key is a column of the service. */
  readonly key: string | null;
  /** Index of the search layer that found the row; 0 unless sorted by relevance, absent without a search text. */
  readonly layer?: number;
}

function statementVariantOf(
  listing: ServiceListQuery,
  strategy: ReadStrategy,
): ServiceStatementVariant {
  return {
    sort: listing.sort,
    filters: filterNames.filter((name) => listing[name] !== undefined),
    signedIn: listing.reader !== null,
    adult: listing.canSeeAdult,
    withBlocks: listing.hasBlocks,
    isOwnList: listing.reader !== null && listing.seller === listing.reader,
    isFurtherPage: listing.after !== null,
    rowCount: rowsToRead(listing.limit),
    strategy,
  };
}

const joinWithAnd = (conditions: readonly SQL[]) => sql.join([...conditions], sql` AND `);

/** Maximum number of rows that a `scan` reads; reading them takes a few milliseconds. */
const MAX_SCANNED_ROWS = 2_000;

/** Filters for which an index exists that starts with the filter column and continues in the order of each sort. */
const filtersLeadingIndexes: ReadonlySet<FilterName> = new Set(['category', 'seller']);

const joinWithCommas = (parts: readonly SQL[]) => sql.join([...parts], sql`, `);

/**
 * FROM and WHERE of the statement of a list, and the expressions in its ORDER BY. The FROM clause names the listed rows
 * `services`.
 */
function fromAndWhereOf(variant: ServiceStatementVariant): {
  from: SQL;
  where: readonly SQL[];
  places: readonly SQL[];
} {
  const { comparison, order, columns } = sortOrders[variant.sort];
  const keys = [...columns.map(({ columnSql }) => columnSql), sql`services.id`];
  const isScan = variant.strategy === 'scan';
  const baseConditions = [
    isServiceAvailable,
    ...(variant.isOwnList ? [] : [sql`services.status = 'active'`]),
    ...variant.filters
      .filter((name) => !isScan || filtersLeadingIndexes.has(name))
      .map((name) => filterConditions[name]),
    ...(variant.isFurtherPage
      ? [
          sql`(${joinWithCommas(keys)}) ${comparison} (${joinWithCommas(columns.map((each) => each.cursorValueSql))}, ${placeholder('id')}::uuid)`,
        ]
      : []),
  ];
  const orderByClause = sql`ORDER BY ${joinWithCommas(keys.map((each) => sql`${each} ${order}`))}`;
  if (isScan) {
    return {
      from: sql`(SELECT * FROM services WHERE ${joinWithAnd(baseConditions)} ${orderByClause}
        LIMIT ${sql.raw(String(MAX_SCANNED_ROWS))}) services`,
      where: variant.filters
        .filter((name) => !filtersLeadingIndexes.has(name))
        .map((name) => filterConditions[name]),
      places: keys,
    };
  }
  if (variant.strategy === 'list')
    return { from: sql`services`, where: baseConditions, places: keys };
  const place = (at: number) => sql.raw(`place${at}`);
  // `OFFSET 0` prevents the planner from applying the outer limit to the inner query.
  return {
    from: sql`(SELECT ${joinWithCommas(keys.map((each, at) => sql`${each} AS ${place(at)}`))} FROM services
      WHERE ${joinWithAnd(baseConditions)} ${orderByClause} OFFSET 0) found
      JOIN services ON services.id = found.${place(columns.length)}`,
    where: [],
    places: keys.map((_, at) => sql`found.${place(at)}`),
  };
}

/**
 * Name under which the statement of a list is prepared; undefined for a statement that is not prepared. Prepared are
 * lists with only {@link preparedFilters}, and the `scan` of a search without filters, whose plan suits every text.
 */
function preparedNameOf(variant: ServiceStatementVariant): string | undefined {
  const {
    sort,
    filters,
    signedIn,
    adult,
    withBlocks,
    isOwnList: own,
    isFurtherPage,
    rowCount,
    strategy,
  } = variant;
  const isPlainScan = strategy === 'scan' && filters.length === 1;
  const isUsualList = strategy === 'list' && filters.every((name) => preparedFilters.has(name));
  if (!isPlainScan && !isUsualList) return undefined;
  // PostgreSQL limits the name of a prepared statement to 63 bytes.
  const flags = [signedIn, adult, own, isFurtherPage, withBlocks].map(Number).join('');
  return ['services', sort, ...filters, flags, rowCount].join(' ');
}

const listStatement = compileOnce((variant: ServiceStatementVariant): Statement<ListedService> => {
  const { order } = sortOrders[variant.sort];
  const { from, where, places } = fromAndWhereOf(variant);
  const visibilityConditions = [
    ...where,
    passesAgeRestriction(sql`services.adult`, variant.adult),
    isVisibleToReader(variant.signedIn ? placeholder('reader') : null, variant.withBlocks),
  ];
  const sortKey =
    variant.sort === 'rating' || variant.sort === 'relevance' ? sql`${places[0]}::text` : sql`NULL`;
  // The limit is part of the SQL text: with a parameter the planner would sort all rows.
  return compileSharedRead(
    sql`SELECT ${serviceColumns}, ${sortKey} AS key FROM ${from} JOIN users ON users.uid = services.seller_id
      WHERE ${joinWithAnd(visibilityConditions)}
      ORDER BY ${joinWithCommas(places.map((each) => sql`${each} ${order}`))} LIMIT ${sql.raw(String(variant.rowCount))}`,
    preparedNameOf(variant),
  );
});

/** Reads the services of a list in order; one more than `limit` when the list continues. */
export async function listServices(
  pool: Queryable,
  listing: ServiceListQuery,
): Promise<readonly ListedService[]> {
  const values = { ...listing, ...listing.after };
  if (listing.match !== undefined) {
    const scannedRows = await listStatement(statementVariantOf(listing, 'scan'))(pool, values);
    if (scannedRows.length > listing.limit) return scannedRows;
    return listStatement(statementVariantOf(listing, 'sort_all'))(pool, values);
  }
  return listStatement(statementVariantOf(listing, 'list'))(pool, values);
}

/** The properties on which the SQL text of a check for matches depends; each combination is a separate statement. */
interface MatchQuestionVariant {
  readonly count: number;
  readonly signedIn: boolean;
  readonly adult: boolean;
  readonly blocks: boolean;
}

const matchQuestionStatement = compileOnce(
  ({ count, signedIn, adult, blocks }: MatchQuestionVariant) => {
    // Each text has its own subquery, and the statement has no name, so that the planner estimates how many rows match.
    const subqueries = Array.from(
      { length: count },
      (_, index) => sql`EXISTS (SELECT FROM ${serviceFromClause}
        WHERE services.search @@ ${placeholder(`match${index}`)}::tsquery
        AND ${isServiceAvailable} AND services.status = 'active'
        AND ${passesAgeRestriction(sql`services.adult`, adult)}
        AND ${isVisibleToReader(signedIn ? placeholder('reader') : null, blocks)})
        AS ${sql.identifier(String(index))}`,
    );
    return compileStatement<Record<string, boolean>>(sql`SELECT ${sql.join(subqueries, sql`, `)}`);
  },
);

/** For each `tsquery` text, whether it matches a service that this reader may see. */
export async function findMatchingQueries(
  pool: Queryable,
  {
    reader,
    canSeeAdult: adult,
    hasBlocks: blocks,
  }: Pick<ServiceListQuery, 'reader' | 'canSeeAdult' | 'hasBlocks'>,
  matches: readonly string[],
): Promise<boolean[]> {
  if (matches.length === 0) return [];
  const questionVariant = { count: matches.length, signedIn: reader !== null, adult, blocks };
  const texts = Object.fromEntries(matches.map((match, index) => [`match${index}`, match]));
  const [found = {}] = await matchQuestionStatement(questionVariant)(pool, { reader, ...texts });
  return matches.map((_, index) => found[String(index)] === true);
}
