import type { Queryable } from '../../../platform/database/prepared.ts';
import {
  all,
  any,
  beginning,
  type Corrections,
  findCorrections,
  isCorrectable,
  keepFittingCorrections,
  matchLexeme,
  readWords,
  type TsQuery,
  toDisjointLayers,
  type Word,
} from '../../../platform/search/index.ts';
import { findMatching } from './service-queries.ts';

/** A search text as queries of the index. */
export interface ServiceText {
  /**
   * Queries in order of relevance: every word in the title; the title with the last word as a prefix and
   * misspelt words corrected; title and description.
   */
  readonly layers: readonly TsQuery[];
  /** The widest query, for the other sorts; null when nothing can match. */
  readonly whole: TsQuery;
  /** By position: corrections of words that no title contains. */
  readonly corrections: Corrections;
  /** Corrected words by the typed word. */
  readonly meant: readonly { readonly asked: string; readonly words: readonly string[] }[];
}

const inTitle = (stem: string) => matchLexeme(`=${stem}`);
const exactly = ({ stems }: Word): TsQuery => all(stems.map(inTitle));

/** The word as a prefix of a word in the title. */
const begun = ({ text }: Word): TsQuery => beginning(`~${text}`);

function layersFor(words: readonly Word[], corrections: Corrections): TsQuery[] {
  const telling = words.filter(({ stems }) => stems.length > 0);
  const last = words.at(-1);
  if (telling.length === 0) {
    const written = words.map(({ text }) => matchLexeme(`~${text}`));
    return last ? [all(written), all([...written.slice(0, -1), begun(last)])] : [];
  }
  const loosely = (word: Word, place: (stem: string) => string) =>
    any([
      all(word.stems.map(place)),
      word === last ? begun(word) : null,
      ...(corrections.get(words.indexOf(word)) ?? []).map(inTitle),
    ]);
  return [
    all(telling.map(exactly)),
    all(telling.map((word) => loosely(word, inTitle))),
    all(telling.map((word) => loosely(word, matchLexeme))),
  ];
}

/** Words that no title visible to this reader contains, with their likely corrections. */
async function correct(
  pool: Queryable,
  reader: Parameters<typeof findMatching>[1],
  words: readonly Word[],
) {
  const doubtful = words.filter((word) => word.stems.length > 0 && isCorrectable(word));
  const matches = doubtful.map((word) => exactly(word) ?? '');
  const found = await findMatching(pool, reader, matches);
  const unknown = doubtful.filter((_, index) => !found[index]);
  return findCorrections(pool, 'title', unknown);
}

/** Parses a search text; following pages keep the corrections of the first page. */
export async function readServiceText(
  pool: Queryable,
  reader: Parameters<typeof findMatching>[1],
  q: string,
  carried: Corrections | null,
): Promise<ServiceText> {
  const words = await readWords(pool, q);
  const near = carried ? new Map<string, readonly Word[]>() : await correct(pool, reader, words);
  const likely = words.map(({ text }): [number, string[]] => [
    words.findIndex((word) => word.text === text),
    (near.get(text) ?? []).flatMap(({ stems }) => stems.slice(0, 1)),
  ]);
  const corrections =
    carried ?? keepFittingCorrections(new Map(likely.filter(([, stems]) => stems.length > 0)));
  const widening = layersFor(words, corrections);
  const meant = [...near].map(([asked, some]) => ({ asked, words: some.map(({ text }) => text) }));
  return { layers: toDisjointLayers(widening), whole: widening.at(-1) ?? null, corrections, meant };
}
