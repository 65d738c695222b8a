import { type Actor, uidOf } from '../../../platform/actor.ts';
import { decodeCursor, timeKey } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  all,
  any,
  beginning,
  type Corrections,
  findNear,
  fitting,
  holds,
  isCorrectable,
  type Layered,
  layersOf,
  type Match,
  noCorrections,
  readCorrections,
  readLayers,
  readWords,
  type Word,
  writeCorrections,
} from '../../../platform/search/index.ts';
import { users } from '../users-table.ts';
import { hasBlocks, listedUser, notBlockedWith, visibleToReader } from '../visibility.ts';

/** Minimum length of a text that is searched in the middle of usernames. */
const SHORTEST_PART = 3;
/** Rows that the index scan checks before the query falls back to sorting all matches. */
const WALK = 2_000;

/** A search hit, in the order of the list. */
export interface FoundUser {
  readonly uid: string;
  /** Whether the reader may see more than name, photo and badges. */
  readonly open: boolean;
  /** Sort key within a layer: sales, or the creation time. */
  readonly key: string;
}

interface Position {
  readonly key: string;
  readonly uid: string;
}

const given = (name: string) => sql.placeholder(name);
const sold = (further: boolean) =>
  further
    ? sql`(completed_sales, uid) < (${given('key')}::integer, ${given('uid')}::uuid)`
    : sql`true`;

/** What of a reader changes the text of a statement. */
interface ReaderShape {
  readonly signedIn: boolean;
  /** `hasBlocks` of the reader. */
  readonly blocks: boolean;
}

/** SQL: whether the reader may see more than name, photo and badges of a hit. */
const open = ({ signedIn }: ReaderShape) =>
  visibleToReader(signedIn ? given('reader') : null, false);
/** SQL: excludes people with a block between them and the reader. */
const withoutBlocked = ({ signedIn, blocks }: ReaderShape, before: 'AND' | 'WHERE') =>
  signedIn && blocks ? sql` ${sql.raw(before)} ${notBlockedWith(given('reader'), true)}` : sql``;

/** `walk` checks rows in sort order, fast when many match; `gather` sorts all matches, fast when few do. */
function matchingStatement(further: boolean, reading: ReaderShape, reach: 'walk' | 'gather') {
  const columns = sql`users.uid, users.completed_sales::text AS key, ${open(reading)} AS open`;
  const matching = sql`users.search @@ ${given('match')}::tsquery`;
  const order = sql`ORDER BY users.completed_sales DESC, users.uid DESC`;
  const from =
    reach === 'walk'
      ? sql`(SELECT * FROM users WHERE ${listedUser} AND ${sold(further)} ${order}
          LIMIT ${sql.raw(String(WALK))}) users WHERE ${matching}${withoutBlocked(reading, 'AND')}`
      : sql`(SELECT * FROM users WHERE ${listedUser} AND ${sold(further)} AND ${matching} OFFSET 0)
          users${withoutBlocked(reading, 'WHERE')}`;
  return compileStatement<FoundUser>(
    sql`SELECT ${columns} FROM ${from} ${order} LIMIT ${given('wanted')}::integer`,
  );
}

/** The newest accounts. The page size is part of the text, because the plan depends on it. */
function newestStatement(further: boolean, reading: ReaderShape, wanted: number) {
  return compileStatement<FoundUser>(
    sql`SELECT users.uid, ${open(reading)} AS open,
        ${timeText(users.createdAt)} AS key
      FROM users WHERE ${listedUser} AND ${
        further
          ? sql`(${users.createdAt}, users.uid) < (${given('key')}::timestamptz, ${given('uid')}::uuid)`
          : sql`true`
      }${withoutBlocked(reading, 'AND')} ORDER BY ${users.createdAt} DESC, users.uid DESC LIMIT ${sql.raw(String(wanted))}`,
  );
}

interface Reader {
  readonly pool: Queryable;
  readonly reader: string | null;
  readonly blocks: boolean;
}

const readingOf = ({ reader, blocks }: Reader): ReaderShape => ({
  signedIn: reader !== null,
  blocks,
});

async function readMatching(
  by: Reader,
  match: string,
  after: Position | null,
  wanted: number,
): Promise<FoundUser[]> {
  const read = (reach: 'walk' | 'gather') =>
    matchingStatement(
      after !== null,
      readingOf(by),
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

/** Search layers: username, its prefix, words of username and name, corrected words, middle of a username. */
function layersFor(name: string, words: readonly Word[], corrections: Corrections): Match[] {
  // A text of accents only is empty here, and every username begins with an empty text.
  if (name === '') return [];
  const last = words.at(-1);
  const word = (each: Word): Match =>
    each === last ? beginning(`~${each.text}`) : holds(`~${each.text}`);
  const corrected = (place: number): Match =>
    any((corrections.get(place) ?? []).flatMap((one) => [holds(`~${one}`), holds(`@${one}`)]));
  const exact = holds(`@${name}`);
  const begun = beginning(`@${name}`);
  const named = all(words.map(word));
  const meant = all(words.map((each, place) => any([word(each), corrected(place)])));
  const inside = name.length >= SHORTEST_PART ? beginning(`>${name}`) : null;
  const widest = any([begun, named, meant]);
  return [exact, begun, any([begun, named]), widest, any([widest, inside])];
}

/** Spelling corrections for words that occur in no name. */
async function correct(pool: Queryable, words: readonly Word[]): Promise<Corrections> {
  const doubtful = words.filter(isCorrectable);
  if (doubtful.length === 0) return noCorrections;
  const asked = doubtful.map(({ text }, index) => {
    const match = `${holds(`~${text}`)} | ${holds(`@${text}`)}`;
    return sql`EXISTS (SELECT FROM users WHERE users.search @@ ${match}::tsquery AND ${listedUser})
      AS ${sql.identifier(String(index))}`;
  });
  const statement = compileStatement<Record<string, boolean>>(
    sql`SELECT ${sql.join(asked, sql`, `)}`,
  );
  const [found = {}] = await statement(pool, {});
  const near = await findNear(
    pool,
    'name',
    doubtful.filter((_, index) => !found[String(index)]),
  );
  const likely = words.map(({ text }, place): [number, string[]] => [
    place,
    (near.get(text) ?? []).map((one) => one.text),
  ]);
  return fitting(new Map(likely.filter(([, some]) => some.length > 0)));
}

interface Searched {
  readonly found: Layered<FoundUser>[];
  readonly keyOf: (row: Layered<FoundUser>) => string;
}

/** People whose username or name matches `q`, best match first, then most sales. */
async function searchNames(
  by: Reader,
  query: { readonly q: string; readonly wanted: number; readonly cursor: string | undefined },
): Promise<Result<Searched, 'invalid_parameter'>> {
  const cursor = decodeCursor(query.cursor, {
    test: (key) => {
      const [place = '', words] = key.split('~', 2);
      return /^\d:\d{1,9}$/.test(place) && readCorrections(words ?? '~') !== null;
    },
  });
  if (!cursor.ok) return cursor;
  const [place = '', carried = ''] = cursor.value?.key.split('~') ?? [];
  const [layer, key = ''] = place.split(':');
  const words = await readWords(by.pool, query.q);
  const corrections = cursor.value
    ? (readCorrections(carried) ?? noCorrections)
    : await correct(by.pool, words);
  const { rows } = await by.pool.query<{ name: string }>('SELECT plain($1) AS name', [query.q]);
  const name = rows[0]?.name ?? query.q;
  const from = cursor.value && { layer: Number(layer), after: { key, uid: cursor.value.id } };
  const layers = layersOf(layersFor(name, words, corrections));
  const found = await readLayers(layers, from, query.wanted, (match, after, wanted) =>
    readMatching(by, match, after, wanted),
  );
  const carriedOn = writeCorrections(corrections);
  return ok({ found, keyOf: (row) => `${row.layer}:${row.key}~${carriedOn}` });
}

/** All people, newest first. */
async function newest(
  by: Reader,
  { wanted, cursor }: { readonly wanted: number; readonly cursor: string | undefined },
): Promise<Result<Searched, 'invalid_parameter'>> {
  const after = decodeCursor(cursor, timeKey);
  if (!after.ok) return after;
  const statement = newestStatement(after.value !== null, readingOf(by), wanted);
  const rows = await statement(by.pool, {
    reader: by.reader,
    key: after.value?.key,
    uid: after.value?.id,
  });
  return ok({ found: rows.map((row) => ({ ...row, layer: 0 })), keyOf: ({ key }) => key });
}

/** Searches people by username or name; without a text lists all, newest first. */
export function searchUsersByName(
  pool: Queryable,
  actor: Actor,
  query: { readonly q: string; readonly wanted: number; readonly cursor: string | undefined },
): Promise<Result<Searched, 'invalid_parameter'>> {
  const by = { pool, reader: uidOf(actor), blocks: hasBlocks(actor) };
  const q = query.q.trim().replace(/^@+/, '');
  return q === '' ? newest(by, query) : searchNames(by, { ...query, q });
}
