import type { Cursor } from '../../../platform/cursor.ts';
import {
  compileOnce,
  compileStatement,
  type Queryable,
} from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { keepByText, matchLexeme, type QueryWord } from '../../../platform/search/index.ts';
import { users } from '../users-table.ts';
import { isListedUser, isNotBlockedWith, isVisibleToReader } from '../visibility.ts';

/** Maximum number of rows that the index scan reads before the query falls back to sorting all matches. */
const MAX_SCANNED_ROWS = 2_000;

/** One person who was found. */
export interface FoundUser {
  readonly uid: string;
  /** Whether the reader may see more of this person than name, photo and badges. */
  readonly isProfileVisible: boolean;
  /** Sort key: number of sales, among people who match equally well; creation time, in the list of newest accounts. */
  readonly key: string;
}

interface SalesPosition {
  readonly key: string;
  readonly uid: string;
}

const placeholder = (name: string) => sql.placeholder(name);
const isPastSalesCursor = (isFurtherPage: boolean) =>
  isFurtherPage
    ? sql`(completed_sales, uid) < (${placeholder('key')}::integer, ${placeholder('uid')}::uuid)`
    : sql`true`;

/** Properties of the reader that change the SQL text. */
export interface ReaderVariant {
  readonly signedIn: boolean;
  /** Result of `hasBlocks` for the reader. */
  readonly blocks: boolean;
}

/** SQL condition: the reader may see more of the found person than name, photo and badges. */
export const profileVisibleTo = ({ signedIn }: ReaderVariant) =>
  isVisibleToReader(signedIn ? placeholder('reader') : null, false);
/** SQL condition that leaves out people whom the reader has blocked or who have blocked the reader. */
export const excludeBlocked = ({ signedIn, blocks }: ReaderVariant, keyword: 'AND' | 'WHERE') =>
  signedIn && blocks
    ? sql` ${sql.raw(keyword)} ${isNotBlockedWith(placeholder('reader'), true)}`
    : sql``;

/**
 * How people who match a search are read. `scan` reads the first rows in the order of the list and filters them, which
 * is fast when many match. `sort_all` sorts all matches, which is fast when few match.
 */
type ReadStrategy = 'scan' | 'sort_all';

/** What the SQL text of a search depends on; each combination is a statement of its own. */
interface MatchingVariant {
  readonly isFurtherPage: boolean;
  readonly readerVariant: ReaderVariant;
  readonly strategy: ReadStrategy;
}

/**
 * Name of the prepared statement of a `scan`, whose plan is the same for every text; undefined for `sort_all`, whose
 * plan depends on how many rows match.
 */
const preparedNameOf = (
  isFurtherPage: boolean,
  { signedIn, blocks }: ReaderVariant,
  strategy: ReadStrategy,
): string | undefined =>
  strategy === 'scan'
    ? `people ${[isFurtherPage, signedIn, blocks].map(Number).join('')}`
    : undefined;

/** Statement for people who match a search. */
const matchingStatement = compileOnce(
  ({ isFurtherPage, readerVariant, strategy }: MatchingVariant) => {
    const columns = sql`users.uid, users.completed_sales::text AS key, ${profileVisibleTo(readerVariant)} AS "isProfileVisible"`;
    const isMatching = sql`users.search @@ ${placeholder('match')}::tsquery`;
    const order = sql`ORDER BY users.completed_sales DESC, users.uid DESC`;
    const fromClause =
      strategy === 'scan'
        ? sql`(SELECT * FROM users WHERE ${isListedUser} AND ${isPastSalesCursor(isFurtherPage)} ${order}
          LIMIT ${sql.raw(String(MAX_SCANNED_ROWS))}) users WHERE ${isMatching}${excludeBlocked(readerVariant, 'AND')}`
        : sql`(SELECT * FROM users WHERE ${isListedUser} AND ${isPastSalesCursor(isFurtherPage)} AND ${isMatching} OFFSET 0)
          users${excludeBlocked(readerVariant, 'WHERE')}`;
    return compileStatement<FoundUser>(
      sql`SELECT ${columns} FROM ${fromClause} ${order} LIMIT ${placeholder('wanted')}::integer`,
      preparedNameOf(isFurtherPage, readerVariant, strategy),
    );
  },
);

interface NewestVariant {
  readonly isFurtherPage: boolean;
  readonly readerVariant: ReaderVariant;
  readonly rowCount: number;
}

/** Statement for the newest accounts. The page size is part of the SQL text, because the query plan depends on it. */
const newestStatement = compileOnce(({ isFurtherPage, readerVariant, rowCount }: NewestVariant) =>
  compileStatement<FoundUser>(
    sql`SELECT users.uid, ${profileVisibleTo(readerVariant)} AS "isProfileVisible",
        ${timeText(users.createdAt)} AS key
      FROM users WHERE ${isListedUser} AND ${
        isFurtherPage
          ? sql`(${users.createdAt}, users.uid) < (${placeholder('key')}::timestamptz, ${placeholder('uid')}::uuid)`
          : sql`true`
      }${excludeBlocked(readerVariant, 'AND')} ORDER BY ${users.createdAt} DESC, users.uid DESC LIMIT ${sql.raw(String(rowCount))}`,
  ),
);

/** The reader, and the connection for the queries. */
export interface SearchReader {
  readonly pool: Queryable;
  readonly reader: string | null;
  readonly withBlocks: boolean;
}

export const readerVariantOf = ({ reader, withBlocks }: SearchReader): ReaderVariant => ({
  signedIn: reader !== null,
  blocks: withBlocks,
});

/**
 * Up to `rowCount` people who may appear in lists (`isListedUser`) and whose search words match a `tsquery`, most sales
 * first. People with a block between them and the reader are left out. With `hasFewMatches` the scan, which is slow for
 * few matches, is not tried; the result is the same.
 */
export async function readMatchingUsers(
  searchReader: SearchReader,
  match: string,
  after: SalesPosition | null,
  rowCount: number,
  hasFewMatches: boolean,
): Promise<readonly FoundUser[]> {
  const runStrategy = (strategy: ReadStrategy) =>
    matchingStatement({
      isFurtherPage: after !== null,
      readerVariant: readerVariantOf(searchReader),
      strategy,
    })(searchReader.pool, {
      reader: searchReader.reader,
      match,
      wanted: rowCount,
      ...after,
    });
  if (hasFewMatches) return runStrategy('sort_all');
  const scannedRows = await runStrategy('scan');
  return scannedRows.length < rowCount ? runStrategy('sort_all') : scannedRows;
}

/**
 * Up to `rowCount` people who may appear in lists (`isListedUser`), newest account first. People with a block between
 * them and the reader are left out.
 */
export function readNewestUsers(
  searchReader: SearchReader,
  after: Pick<Cursor, 'key' | 'id'> | null,
  rowCount: number,
): Promise<readonly FoundUser[]> {
  const statement = newestStatement({
    isFurtherPage: after !== null,
    readerVariant: readerVariantOf(searchReader),
    rowCount,
  });
  return statement(searchReader.pool, {
    reader: searchReader.reader,
    key: after?.key,
    uid: after?.id,
  });
}

const knownWordsStatement = compileOnce((count: number) => {
  const subqueries = Array.from(
    { length: count },
    (_, index) => sql`EXISTS (SELECT FROM users
      WHERE users.search @@ ${placeholder(`match${index}`)}::tsquery AND ${isListedUser})
      AS ${sql.identifier(String(index))}`,
  );
  return compileStatement<Record<string, boolean>>(sql`SELECT ${sql.join(subqueries, sql`, `)}`);
});

/** For each word, whether it occurs in the name or username of someone who may appear in lists (`isListedUser`). */
export async function findKnownWords(
  pool: Queryable,
  words: readonly QueryWord[],
): Promise<boolean[]> {
  const matchParameters = Object.fromEntries(
    words.map(({ text }, index) => [
      `match${index}`,
      `${matchLexeme(`~${text}`)} | ${matchLexeme(`@${text}`)}`,
    ]),
  );
  const [found = {}] = await knownWordsStatement(words.length)(pool, matchParameters);
  return words.map((_, index) => found[String(index)] === true);
}

/** A text in the form in which the search index stores it: lower case, without accents. */
export const readPlainText = keepByText(async (pool, text): Promise<string> => {
  const { rows } = await pool.query<{ name: string }>('SELECT plain($1) AS name', [text]);
  return rows[0]?.name ?? text;
});
