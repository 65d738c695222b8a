import { sql } from 'drizzle-orm';
import { type Actor, uidOf } from '../../platform/actor.ts';
import { decodeCursor, timeKey } from '../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import { ok, type Result } from '../../platform/result.ts';
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
} from '../../platform/search/index.ts';
import { users } from './users-table.ts';
import { hasBlocks, openToReader, standing, unblocked } from './visibility.ts';

/** Letters from which on a text may stand in the middle of a username. */
const SHORTEST_PART = 3;
/** Rows that a walk passes by before it gives up: some milliseconds. */
const WALK = 2_000;

/** Who is found, in the order of the list. */
export interface FoundPerson {
  readonly uid: string;
  /** Whether this reader sees more of them than name, photo and badges. */
  readonly open: boolean;
  /** Sales, or when the account was made: what orders those that come equally close. */
  readonly key: string;
}

interface Place {
  readonly key: string;
  readonly uid: string;
}

const given = (name: string) => sql.placeholder(name);
const sold = (further: boolean) =>
  further
    ? sql`(completed_sales, uid) < (${given('key')}::integer, ${given('uid')}::uuid)`
    : sql`true`;

/** What of a reader changes the text of a statement. */
interface Reading {
  readonly signedIn: boolean;
  /** `hasBlocks` of the reader. */
  readonly blocks: boolean;
}

/** Whether the reader sees more than name, photo and badges of a row that is found. */
const open = ({ signedIn }: Reading) => openToReader(signedIn ? given('reader') : null, false);
/** Nobody is found across a block. */
const met = ({ signedIn, blocks }: Reading, before: 'AND' | 'WHERE') =>
  signedIn && blocks ? sql` ${sql.raw(before)} ${unblocked(given('reader'), true)}` : sql``;

/** As for services: through the first of all while many match, else all that match, sorted. */
function matchingStatement(further: boolean, reading: Reading, reach: 'walk' | 'gather') {
  const columns = sql`users.uid, users.completed_sales::text AS key, ${open(reading)} AS open`;
  const matching = sql`users.search @@ ${given('match')}::tsquery`;
  const order = sql`ORDER BY users.completed_sales DESC, users.uid DESC`;
  const from =
    reach === 'walk'
      ? sql`(SELECT * FROM users WHERE ${standing} AND ${sold(further)} ${order}
          LIMIT ${sql.raw(String(WALK))}) users WHERE ${matching}${met(reading, 'AND')}`
      : sql`(SELECT * FROM users WHERE ${standing} AND ${sold(further)} AND ${matching} OFFSET 0)
          users${met(reading, 'WHERE')}`;
  return compileStatement<FoundPerson>(
    sql`SELECT ${columns} FROM ${from} ${order} LIMIT ${given('wanted')}::integer`,
  );
}

/** The newest accounts; the number of rows stands in the text, as the plan hangs on it. */
function newestStatement(further: boolean, reading: Reading, wanted: number) {
  return compileStatement<FoundPerson>(
    sql`SELECT users.uid, ${open(reading)} AS open,
        ${timeText(users.createdAt)} AS key
      FROM users WHERE ${standing} AND ${
        further
          ? sql`(${users.createdAt}, users.uid) < (${given('key')}::timestamptz, ${given('uid')}::uuid)`
          : sql`true`
      }${met(reading, 'AND')} ORDER BY ${users.createdAt} DESC, users.uid DESC LIMIT ${sql.raw(String(wanted))}`,
  );
}

interface Reader {
  readonly pool: Queryable;
  readonly reader: string | null;
  readonly blocks: boolean;
}

const readingOf = ({ reader, blocks }: Reader): Reading => ({ signedIn: reader !== null, blocks });

async function readMatching(
  by: Reader,
  match: string,
  after: Place | null,
  wanted: number,
): Promise<FoundPerson[]> {
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

/** Username, its beginning, words of username and name, the same corrected, the middle of a username. */
function layersFor(name: string, words: readonly Word[], corrections: Corrections): Match[] {
  // Accents alone: every username begins with nothing.
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

/** What the words that nobody's name has are likely to mean. */
async function correct(pool: Queryable, words: readonly Word[]): Promise<Corrections> {
  const doubtful = words.filter(isCorrectable);
  if (doubtful.length === 0) return noCorrections;
  const asked = doubtful.map(({ text }, index) => {
    const match = `${holds(`~${text}`)} | ${holds(`@${text}`)}`;
    return sql`EXISTS (SELECT FROM users WHERE users.search @@ ${match}::tsquery AND ${standing})
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
  readonly found: Layered<FoundPerson>[];
  readonly keyOf: (row: Layered<FoundPerson>) => string;
}

/** Those whose username or name is like `q`, the closest first, then who sold most. */
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

/** The newest accounts first. */
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

/** People by username or name, the closest first; all of them, the newest first, without a text. */
export function searchPeople(
  pool: Queryable,
  actor: Actor,
  query: { readonly q: string; readonly wanted: number; readonly cursor: string | undefined },
): Promise<Result<Searched, 'invalid_parameter'>> {
  const by = { pool, reader: uidOf(actor), blocks: hasBlocks(actor) };
  const q = query.q.trim().replace(/^@+/, '');
  return q === '' ? newest(by, query) : searchNames(by, { ...query, q });
}
