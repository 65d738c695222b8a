import type { Cursor } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { matchLexeme, type Word } from '../../../platform/search/index.ts';
import { users } from '../users-table.ts';
import { isListedUser, isNotBlockedWith, isVisibleToReader } from '../visibility.ts';

/** Rows that the index scan checks before the query falls back to sorting all matches. */
const MAX_WALKED_ROWS = 2_000;

/** A search hit, in the order of the list. */
export interface FoundUser {
  readonly uid: string;
  /** Whether the reader may see more than name, photo and badges. */
  readonly open: boolean;
  /** Sort key within a layer: sales, or the creation time. */
  readonly key: string;
}

interface SalesPosition {
  readonly key: string;
  readonly uid: string;
}

const placeholder = (name: string) => sql.placeholder(name);
const isPastSalesCursor = (further: boolean) =>
  further
    ? sql`(completed_sales, uid) < (${placeholder('key')}::integer, ${placeholder('uid')}::uuid)`
    : sql`true`;

/** What of a reader changes the text of a statement. */
interface ReaderShape {
  readonly signedIn: boolean;
  /** `hasBlocks` of the reader. */
  readonly blocks: boolean;
}

/** SQL: whether the reader may see more than name, photo and badges of a hit. */
const isProfileVisible = ({ signedIn }: ReaderShape) =>
  isVisibleToReader(signedIn ? placeholder('reader') : null, false);
/** SQL: excludes people with a block between them and the reader. */
const excludeBlocked = ({ signedIn, blocks }: ReaderShape, before: 'AND' | 'WHERE') =>
  signedIn && blocks
    ? sql` ${sql.raw(before)} ${isNotBlockedWith(placeholder('reader'), true)}`
    : sql``;

/** `walk` checks rows in sort order, fast when many match; `gather` sorts all matches, fast when few do. */
function matchingStatement(further: boolean, reading: ReaderShape, reach: 'walk' | 'gather') {
  const columns = sql`users.uid, users.completed_sales::text AS key, ${isProfileVisible(reading)} AS open`;
  const matching = sql`users.search @@ ${placeholder('match')}::tsquery`;
  const order = sql`ORDER BY users.completed_sales DESC, users.uid DESC`;
  const from =
    reach === 'walk'
      ? sql`(SELECT * FROM users WHERE ${isListedUser} AND ${isPastSalesCursor(further)} ${order}
          LIMIT ${sql.raw(String(MAX_WALKED_ROWS))}) users WHERE ${matching}${excludeBlocked(reading, 'AND')}`
      : sql`(SELECT * FROM users WHERE ${isListedUser} AND ${isPastSalesCursor(further)} AND ${matching} OFFSET 0)
          users${excludeBlocked(reading, 'WHERE')}`;
  return compileStatement<FoundUser>(
    sql`SELECT ${columns} FROM ${from} ${order} LIMIT ${placeholder('wanted')}::integer`,
  );
}

/** The newest accounts. The page size is part of the text, because the plan depends on it. */
function newestStatement(further: boolean, reading: ReaderShape, wanted: number) {
  return compileStatement<FoundUser>(
    sql`SELECT users.uid, ${isProfileVisible(reading)} AS open,
        ${timeText(users.createdAt)} AS key
      FROM users WHERE ${isListedUser} AND ${
        further
          ? sql`(${users.createdAt}, users.uid) < (${placeholder('key')}::timestamptz, ${placeholder('uid')}::uuid)`
          : sql`true`
      }${excludeBlocked(reading, 'AND')} ORDER BY ${users.createdAt} DESC, users.uid DESC LIMIT ${sql.raw(String(wanted))}`,
  );
}

/** Who reads, and through which connection. */
export interface SearchReader {
  readonly pool: Queryable;
  readonly reader: string | null;
  readonly blocks: boolean;
}

const readerShapeOf = ({ reader, blocks }: SearchReader): ReaderShape => ({
  signedIn: reader !== null,
  blocks,
});

/**
 * Up to `wanted` listed people whose search words match a `tsquery`, without those of a block with the reader; most sales
 * first.
 */
export async function readMatchingUsers(
  by: SearchReader,
  match: string,
  after: SalesPosition | null,
  wanted: number,
): Promise<FoundUser[]> {
  const read = (reach: 'walk' | 'gather') =>
    matchingStatement(
      after !== null,
      readerShapeOf(by),
      reach,
    )(by.pool, {
      reader: by.reader,
      match,
      wanted,
      ...after,
    });
  const near = await read('walk');
  return near.length < wanted ? read('gather') : near;
}

/** Up to `wanted` listed people, without those of a block with the reader, newest first. */
export function readNewestUsers(
  by: SearchReader,
  after: Pick<Cursor, 'key' | 'id'> | null,
  wanted: number,
): Promise<FoundUser[]> {
  const statement = newestStatement(after !== null, readerShapeOf(by), wanted);
  return statement(by.pool, { reader: by.reader, key: after?.key, uid: after?.id });
}

/** Whether each of these words occurs in a name or a username of listed people. */
export async function findKnownWords(pool: Queryable, words: readonly Word[]): Promise<boolean[]> {
  const asked = words.map(({ text }, index) => {
    const match = `${matchLexeme(`~${text}`)} | ${matchLexeme(`@${text}`)}`;
    return sql`EXISTS (SELECT FROM users WHERE users.search @@ ${match}::tsquery AND ${isListedUser})
      AS ${sql.identifier(String(index))}`;
  });
  const statement = compileStatement<Record<string, boolean>>(
    sql`SELECT ${sql.join(asked, sql`, `)}`,
  );
  const [found = {}] = await statement(pool, {});
  return words.map((_, index) => found[String(index)] === true);
}

/** A text as the search index stores it: in lower case, without accents. */
export async function readPlainText(pool: Queryable, text: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT plain($1) AS name', [text]);
  return rows[0]?.name ?? text;
}
