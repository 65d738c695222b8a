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
import { type LayerPosition, readFewMatches } from './few-matches-queries.ts';
import {
  type FoundUser,
  findKnownWords,
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
  const exactUsernameQuery = matchLexeme(`@${name}`);
  const usernamePrefixQuery = matchPrefix(`@${name}`);
  const allWordsQuery = matchAll(words.map(matchWord));
  const correctedWordsQuery = matchAll(
    words.map((queryWord, index) => matchAny([matchWord(queryWord), matchCorrections(index)])),
  );
  const substringQuery = name.length >= MIN_SUBSTRING_LENGTH ? matchPrefix(`>${name}`) : null;
  const widestQuery = matchAny([usernamePrefixQuery, allWordsQuery, correctedWordsQuery]);
  return [
    exactUsernameQuery,
    usernamePrefixQuery,
    matchAny([usernamePrefixQuery, allWordsQuery]),
    widestQuery,
    matchAny([widestQuery, substringQuery]),
  ];
}

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

/**
 * Reads the people whom `wideningQueries` find, the closest matches first. When the last query matches few people, one
 * statement reads all of them; otherwise the queries run one after the other until there are enough people. Short texts
 * usually match many people, so for them the single statement is not tried.
 */
async function readWidening(
  searchReader: SearchReader,
  name: string,
  wideningQueries: readonly TsQuery[],
  startPosition: LayerPosition | null,
  rowCount: number,
): Promise<readonly WithLayer<FoundUser>[]> {
  if (wideningQueries.length === 0) return [];
  const fewMatches =
    name.length < MIN_SUBSTRING_LENGTH
      ? 'many'
      : await readFewMatches(searchReader, wideningQueries, startPosition, rowCount);
  if (fewMatches !== 'many') return fewMatches;
  const layers = toDisjointLayers(wideningQueries);
  return readLayers(layers, startPosition, rowCount, (match, after, rowLimit) => {
    // The first layer is an exact username, which at most one person has.
    const hasFewMatches = match === layers[0];
    return readMatchingUsers(searchReader, match, after, rowLimit, hasFewMatches);
  });
}

interface SearchResult {
  readonly foundUsers: readonly WithLayer<FoundUser>[];
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
  const wideningQueries = matchLayersFor(plainText, words, corrections);
  const foundUsers = await readWidening(
    searchReader,
    plainText,
    wideningQueries,
    startAfter,
    query.rowCount,
  );
  const correctionsText = serializeCorrections(corrections);
  return ok({ foundUsers, keyOf: (row) => `${row.layer}:${row.key}~${correctionsText}` });
}

/** One page of all people who may appear in lists (`isListedUser`), newest account first. */
async function listNewestUsers(
  searchReader: SearchReader,
  { rowCount, cursor }: { readonly rowCount: number; readonly cursor: string | undefined },
): Promise<Result<SearchResult, 'invalid_parameter'>> {
  const after = decodeCursor(cursor, timeKey);
  if (!after.ok) return after;
  const rows = await readNewestUsers(searchReader, after.value, rowCount);
  return ok({
    foundUsers: rows.map((row) => ({ ...row, layer: 0 })),
    keyOf: ({ key }) => key,
  });
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
