import type { Pulse } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import type { Cursor } from '../../../platform/cursor.ts';
import { rowsToRead } from '../../../platform/database/page-size.ts';
import {
  compileOnce,
  compileSharedRead,
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { type PostRow, postColumns } from '../posts/post-columns.ts';
import { postVisibleTo, type ReaderVariant } from '../posts/post-visibility.ts';

/** Maximum number of rows that the `scan` strategy reads before the `sort_all` strategy is used. */
const MAX_SCANNED_ROWS = 2_000;

const placeholder = sql.placeholder;

/** Filters of a list of posts; an absent filter does not restrict the list. */
export interface PostFilters {
  /** Hashtag in the form that `normaliseHashtag` returns. */
  readonly tag?: string | undefined;
  /** Uid of the posts' author. */
  readonly author?: string | undefined;
  /** Text of a `tsquery` on `posts.search`. */
  readonly match?: string | undefined;
}

/** The reader of a list of posts. */
export interface FeedReader {
  /** Uid of the reader; null for a visitor. */
  readonly uid: string | null;
  readonly readerVariant: ReaderVariant;
}

const filterConditions = {
  tag: sql`tagged.tag = ${placeholder('tag')}`,
  author: sql`posts.author_id = ${placeholder('author')}`,
  match: sql`posts.search @@ ${placeholder('match')}::tsquery`,
} satisfies Record<keyof PostFilters, SQL>;

type FilterName = keyof PostFilters;
const filterNames = Object.keys(filterConditions) as FilterName[];
const usedFilterNamesOf = (filters: PostFilters) =>
  filterNames.filter((name) => filters[name] !== undefined);

/** The table from which a list is read in index order, with the time and uid columns that define this order. */
interface PostSource {
  readonly table: SQL;
  /** The table, joined with `posts` if it is another table. */
  readonly joinedTable: SQL;
  readonly timeColumn: SQL;
  readonly uidColumn: SQL;
  /** The filter that is the first column of the index; null for the feed without filters. */
  readonly indexedFilter: FilterName | null;
}

/** The table that a list with these filters reads in index order: `post_hashtags` with a hashtag, otherwise `posts`. */
function postSourceOf(filterNames: readonly FilterName[]): PostSource {
  if (filterNames.includes('tag')) {
    const table = sql`post_hashtags tagged`;
    return {
      table,
      joinedTable: sql`${table} JOIN posts ON posts.uid = tagged.post_uid`,
      timeColumn: sql`tagged.created_at`,
      uidColumn: sql`tagged.post_uid`,
      indexedFilter: 'tag',
    };
  }
  const table = sql`posts`;
  const indexedFilter = filterNames.includes('author') ? 'author' : null;
  return {
    table,
    joinedTable: table,
    timeColumn: sql`posts.created_at`,
    uidColumn: sql`posts.uid`,
    indexedFilter,
  };
}

const joinWithAnd = (conditions: readonly SQL[]) =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` AND `);

/**
 * How a list is read. `list` scans an index that contains exactly the rows of the list, in order. `scan` reads the
 * first rows of such an index and filters them, which is fast when many match. `sort_all` sorts all matches, which is
 * fast when few match.
 */
type ReadStrategy = 'list' | 'scan' | 'sort_all';

/** What the SQL text of a feed depends on; each combination is a statement of its own. */
interface FeedVariant {
  readonly filters: readonly FilterName[];
  readonly reader: ReaderVariant;
  readonly isFurtherPage: boolean;
  readonly rowCount: number;
}

const afterCursor = (
  { timeColumn, uidColumn }: Pick<PostSource, 'timeColumn' | 'uidColumn'>,
  isFurtherPage: boolean,
) =>
  isFurtherPage
    ? [
        sql`(${timeColumn}, ${uidColumn}) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`,
      ]
    : [];

const orderNewestFirst = ({
  timeColumn,
  uidColumn,
}: Pick<PostSource, 'timeColumn' | 'uidColumn'>) =>
  sql`ORDER BY ${timeColumn} DESC, ${uidColumn} DESC`;

/**
 * Joins posts with a subquery `found` of uids and times. `keys` is the SQL of the subquery after its select list,
 * beginning with FROM.
 */
function joinFoundPosts(keys: SQL, publishedAt: SQL, uid: SQL, conditions: readonly SQL[]) {
  const fromClause = sql`(SELECT ${uid} AS uid, ${publishedAt} AS at ${keys}) found
    JOIN posts ON posts.uid = found.uid`;
  return {
    from: fromClause,
    timeColumn: sql`found.at`,
    uidColumn: sql`found.uid`,
    where: conditions,
  };
}

function listInIndexOrder({ filters, isFurtherPage }: FeedVariant) {
  const source = postSourceOf(filters);
  const conditions = [
    ...filters.map((name) => filterConditions[name]),
    ...afterCursor(source, isFurtherPage),
  ];
  return { ...source, from: source.joinedTable, where: conditions };
}

function scanIndex({ filters, isFurtherPage }: FeedVariant) {
  const source = postSourceOf(filters);
  const { table, indexedFilter, timeColumn, uidColumn } = source;
  const conditions = [
    ...(indexedFilter ? [filterConditions[indexedFilter]] : []),
    ...afterCursor(source, isFurtherPage),
  ];
  const scannedKeys = sql`FROM ${table} WHERE ${joinWithAnd(conditions)} ${orderNewestFirst(source)}
    LIMIT ${sql.raw(String(MAX_SCANNED_ROWS))}`;
  const otherConditions = filters
    .filter((name) => name !== indexedFilter)
    .map((name) => filterConditions[name]);
  return joinFoundPosts(scannedKeys, timeColumn, uidColumn, otherConditions);
}

function sortAllMatches({ filters, isFurtherPage }: FeedVariant) {
  const wholeSource = postSourceOf([]);
  const hasHashtag = sql`EXISTS (SELECT FROM post_hashtags tagged
    WHERE tagged.post_uid = posts.uid AND ${filterConditions.tag})`;
  const conditions = filters.map((name) => (name === 'tag' ? hasHashtag : filterConditions[name]));
  // `OFFSET 0` prevents the planner from applying the outer limit to the inner query and scanning the index in order.
  const matchingKeys = sql`FROM ${wholeSource.table} WHERE ${joinWithAnd([...conditions, ...afterCursor(wholeSource, isFurtherPage)])}
    ${orderNewestFirst(wholeSource)} OFFSET 0`;
  return joinFoundPosts(matchingKeys, wholeSource.timeColumn, wholeSource.uidColumn, []);
}

const queryByStrategy = {
  list: listInIndexOrder,
  scan: scanIndex,
  sort_all: sortAllMatches,
} satisfies Record<ReadStrategy, unknown>;

function feedStatement(
  variant: FeedVariant,
  strategy: ReadStrategy,
  name?: string,
): Statement<PostRow> {
  const { from, timeColumn, uidColumn, where } = queryByStrategy[strategy](variant);
  // The page size is part of the SQL text: with a parameter the planner would sort all rows.
  return compileSharedRead(
    sql`SELECT ${postColumns(variant.reader)} FROM ${from} JOIN users ON users.uid = posts.author_id
      WHERE ${joinWithAnd([...where, postVisibleTo(placeholder('reader'), variant.reader)])}
      ${orderNewestFirst({ timeColumn, uidColumn })} LIMIT ${sql.raw(String(variant.rowCount))}`,
    name,
  );
}

const flagsKey = (...flags: readonly boolean[]) => flags.map(Number).join('');
const readerFlagsKey = ({ signedIn, adult, blocks }: ReaderVariant) =>
  flagsKey(signedIn, adult, blocks);

/** Statement for the strategy `list`. The statement has few variants, so each connection keeps all of them prepared. */
const listStatement = compileOnce((variant: FeedVariant) => {
  const { filters, reader, isFurtherPage, rowCount } = variant;
  const name = ['posts', ...filters, readerFlagsKey(reader), flagsKey(isFurtherPage), rowCount];
  return feedStatement(variant, 'list', name.join(' '));
});

/** Statement for a search text or several filters. It is prepared only for a `scan` whose single filter is a text. */
const searchStatement = compileOnce(
  ({ strategy, ...variant }: FeedVariant & { readonly strategy: ReadStrategy }) => {
    const { filters, reader, isFurtherPage, rowCount } = variant;
    const isPlainScan = strategy === 'scan' && filters.length === 1;
    const name = ['found posts', readerFlagsKey(reader), flagsKey(isFurtherPage), rowCount];
    return feedStatement(variant, strategy, isPlainScan ? name.join(' ') : undefined);
  },
);

/** A request for one page of posts. */
export interface PostListing {
  readonly reader: FeedReader;
  readonly filters: PostFilters;
  readonly afterCursor: Cursor | null;
  /** Number of posts on a page. */
  readonly limit: number;
}

/** The posts of a list, newest first; more than `limit` rows when another page follows. */
export async function listPostRows(
  pool: Queryable,
  listing: PostListing,
): Promise<readonly PostRow[]> {
  const { reader, filters, afterCursor: cursor, limit } = listing;
  const filterNames = usedFilterNamesOf(filters);
  const rowCount = rowsToRead(limit);
  const variant = {
    filters: filterNames,
    reader: reader.readerVariant,
    isFurtherPage: cursor !== null,
    rowCount,
  };
  const parameters = { ...filters, ...cursor, reader: reader.uid };
  const isIndexed =
    filterNames.length === 0 || (filterNames.length === 1 && filters.match === undefined);
  if (isIndexed) return listStatement(variant)(pool, parameters);
  const scannedRows = await searchStatement({ ...variant, strategy: 'scan' })(pool, parameters);
  return scannedRows.length > limit
    ? scannedRows
    : searchStatement({ ...variant, strategy: 'sort_all' })(pool, parameters);
}

interface PulseVariant {
  readonly filterNames: readonly FilterName[];
  readonly reader: ReaderVariant;
}

const pulseStatement = compileOnce(({ filterNames, reader }: PulseVariant) => {
  const source = postSourceOf(filterNames);
  const isVisible = postVisibleTo(placeholder('reader'), reader);
  const newerConditions = [
    ...filterNames.map((name) => filterConditions[name]),
    sql`(${source.timeColumn}, ${source.uidColumn}) > (SELECT seen.created_at, seen.uid FROM posts seen
      WHERE seen.uid = ${placeholder('after')})`,
    isVisible,
  ];
  return compileStatement<Pulse>(
    sql`SELECT
      (SELECT coalesce(json_agg(json_build_object('uid', counted.post, 'likes', counted."likeCount",
          'liked', counted.liked, 'commentCount', counted."commentCount")), '[]')
        FROM (SELECT ${postColumns(reader)} FROM posts JOIN users ON users.uid = posts.author_id
          WHERE posts.uid = ANY(${placeholder('posts')}::uuid[]) AND ${isVisible}) counted) AS posts,
      (SELECT count(*)::integer FROM (SELECT FROM ${source.joinedTable}
          JOIN users ON users.uid = posts.author_id WHERE ${joinWithAnd(newerConditions)}
          ${orderNewestFirst(source)} LIMIT ${sql.raw(String(limits.freshPosts))}) newer) AS fresh`,
    ['pulse', ...filterNames, readerFlagsKey(reader)].join(' '),
  );
});

/**
 * The counters of those given posts that the reader may see, and the number of posts in a list that are newer than the
 * post `after`, counted up to `limits.freshPosts`; 0 when `after` does not exist.
 */
export async function readPulse(
  pool: Queryable,
  reader: FeedReader,
  filters: PostFilters,
  request: { readonly posts: readonly string[]; readonly after: string | null },
): Promise<Pulse> {
  const filterNames = usedFilterNamesOf(filters);
  const statement = pulseStatement({ filterNames, reader: reader.readerVariant });
  const [row = { posts: [], fresh: 0 }] = await statement(pool, {
    ...filters,
    ...request,
    reader: reader.uid,
  });
  return row;
}
