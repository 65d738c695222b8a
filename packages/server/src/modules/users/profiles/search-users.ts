import { type Actor, uidOf } from '../../../platform/actor.ts';
import { decodeCursor, timeKey } from '../../../platform/cursor.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  type Corrections,
  findCorrections,
  isCorrectable,
  keepFittingCorrections,
  matchAll,
  matchAny,
  matchLexeme,
  matchPrefix,
  noCorrections,
  parseCorrections,
  type QueryWord,
  readLayers,
  readWords,
  serializeCorrections,
  type TsQuery,
  toDisjointLayers,
  type WithLayer,
} from '../../../platform/search/index.ts';
import { hasBlocks } from '../visibility.ts';
import {
  type FoundUser,
  findKnownWords,
  matchAmountOf,
  readMatchingUsers,
  readNewestUsers,
  readPlainText,
  type SearchReader,
} from './search-queries.ts';

/** Minimum length of a search text that is also searched in the middle of usernames. */
const MIN_SUBSTRING_LENGTH = 3;

/**
 * Queries from the best to the weakest match: the whole username, the beginning of a username, words of username and
 * name, corrected words, the middle of a username. Each query also finds everything that the query before it finds.
 */
function matchLayersFor(
  name: string,
  words: readonly QueryWord[],
  corrections: Corrections,
): TsQuery[] {
  // A search text that consists of accents only is empty here, and would match the beginning of every username.
  if (name === '') return [];
  const lastWord = words.at(-1);
  const matchWord = (queryWord: QueryWord): TsQuery =>
    queryWord === lastWord ? matchPrefix(`~${queryWord.text}`) : matchLexeme(`~${queryWord.text}`);
  const matchCorrections = (index: number): TsQuery =>
    matchAny(
      (corrections.get(index) ?? []).flatMap((correction) => [
        matchLexeme(`~${correction}`),
        matchLexeme(`@${correction}`),
      ]),
    );
  const exactUsername = matchLexeme(`@${name}`);
  const usernamePrefix = matchPrefix(`@${name}`);
  const allWords = matchAll(words.map(matchWord));
  const correctedWords = matchAll(
    words.map((queryWord, index) => matchAny([matchWord(queryWord), matchCorrections(index)])),
  );
  const substring = name.length >= MIN_SUBSTRING_LENGTH ? matchPrefix(`>${name}`) : null;
  const widest = matchAny([usernamePrefix, allWords, correctedWords]);
  return [
    exactUsername,
    usernamePrefix,
    matchAny([usernamePrefix, allWords]),
    widest,
    matchAny([widest, substring]),
  ];
}

/**
 * How many people match the widest query of a search. Counting the matches of a short text would cost more than the
 * scan that finds enough of them, so they are assumed to be many.
 */
const estimateMatches = async (pool: Queryable, name: string, widest: TsQuery) =>
  widest === null || name.length < MIN_SUBSTRING_LENGTH ? 'many' : matchAmountOf(pool, widest);

/** Spelling corrections for those words that occur in no name. */
async function correctWords(
  pool: Queryable,
  queryWords: readonly QueryWord[],
): Promise<Corrections> {
  const correctableWords = queryWords.filter(isCorrectable);
  if (correctableWords.length === 0) return noCorrections;
  const isWordKnown = await findKnownWords(pool, correctableWords);
  const correctionsByWord = await findCorrections(
    pool,
    'name',
    correctableWords.filter((_, index) => !isWordKnown[index]),
  );
  const correctionEntries = queryWords.map(({ text }, index): [number, string[]] => [
    index,
    (correctionsByWord.get(text) ?? []).map((correction) => correction.text),
  ]);
  return keepFittingCorrections(new Map(correctionEntries.filter(([, some]) => some.length > 0)));
}

interface SearchResult {
  readonly found: WithLayer<FoundUser>[];
  readonly keyOf: (row: WithLayer<FoundUser>) => string;
}

/** People whose username or name matches `q`, best match first; of equally good matches, most sales first. */
async function searchNames(
  searchReader: SearchReader,
  query: { readonly q: string; readonly rowCount: number; readonly cursor: string | undefined },
): Promise<Result<SearchResult, 'invalid_parameter'>> {
  const cursor = decodeCursor(query.cursor, {
    test: (key) => {
      const [place = '', words] = key.split('~', 2);
      return /^\d:\d{1,9}$/.test(place) && parseCorrections(words ?? '~') !== null;
    },
  });
  if (!cursor.ok) return cursor;
  const [place = '', carried = ''] = cursor.value?.key.split('~') ?? [];
  const [layer, key = ''] = place.split(':');
  const words = await readWords(searchReader.pool, query.q);
  const corrections = cursor.value
    ? (parseCorrections(carried) ?? noCorrections)
    : await correctWords(searchReader.pool, words);
  const plainText = await readPlainText(searchReader.pool, query.q);
  const startAfter = cursor.value && { layer: Number(layer), after: { key, uid: cursor.value.id } };
  const widening = matchLayersFor(plainText, words, corrections);
  const matchAmount = await estimateMatches(searchReader.pool, plainText, widening.at(-1) ?? null);
  const layers = matchAmount === 'none' ? [] : toDisjointLayers(widening);
  const foundUsers = await readLayers(
    layers,
    startAfter,
    query.rowCount,
    (match, after, rowLimit) =>
      readMatchingUsers(searchReader, match, after, rowLimit, matchAmount === 'few'),
  );
  const correctionsText = serializeCorrections(corrections);
  return ok({ found: foundUsers, keyOf: (row) => `${row.layer}:${row.key}~${correctionsText}` });
}

/** One page of all people who may appear in lists (`isListedUser`), newest account first. */
async function listNewestUsers(
  searchReader: SearchReader,
  { rowCount, cursor }: { readonly rowCount: number; readonly cursor: string | undefined },
): Promise<Result<SearchResult, 'invalid_parameter'>> {
  const after = decodeCursor(cursor, timeKey);
  if (!after.ok) return after;
  const rows = await readNewestUsers(searchReader, after.value, rowCount);
  return ok({ found: rows.map((row) => ({ ...row, layer: 0 })), keyOf: ({ key }) => key });
}

/** Searches people by username or name; without a search text, lists all people, newest account first. */
export function searchUsersByName(
  pool: Queryable,
  actor: Actor,
  query: { readonly q: string; readonly rowCount: number; readonly cursor: string | undefined },
): Promise<Result<SearchResult, 'invalid_parameter'>> {
  const searchReader = { pool, reader: uidOf(actor), withBlocks: hasBlocks(actor) };
  const q = query.q.trim().replace(/^@+/, '');
  return q === ''
    ? listNewestUsers(searchReader, query)
    : searchNames(searchReader, { ...query, q });
}
