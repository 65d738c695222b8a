import { limits } from '@guilda/contract/limits';
import { formatDecimal } from '@guilda/contract/money/money';
import type { Service } from '@guilda/contract/services/catalog';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import type { Queryable } from '../../../platform/database/prepared.ts';
import {
  findCorrections,
  isCorrectable,
  noCorrections,
  type QueryWord,
} from '../../../platform/search/index.ts';
import type { PictureUrlsFor } from '../../pictures/index.ts';
import { canSeeAdultContent, hasBlocks } from '../../users/index.ts';
import { firstStemsOf, matchTypedText } from './search-text.ts';
import { readSuggestedServices, type SuggestedServiceRow } from './suggestion-queries.ts';

export interface SuggestServicesDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly pictureUrlsFor: PictureUrlsFor;
}

type SuggestedService = Pick<Service, 'id' | 'title' | 'price' | 'photoURL' | 'category'>;

/** For a text that no title matches: for each typed word, the words of titles that differ from it by one typo. */
async function correctAllWords(pool: Queryable, queryWords: readonly QueryWord[]) {
  const correctionsByWord = await findCorrections(pool, 'title', queryWords.filter(isCorrectable));
  return new Map(
    queryWords.map(({ text }, index) => [index, firstStemsOf(correctionsByWord.get(text))]),
  );
}

/**
 * The best rated services whose titles match a text that is still being typed, at most `limits.suggestions`. Typos are
 * corrected only when nothing matches the text as written.
 */
export const suggestServices =
  (deps: SuggestServicesDeps) =>
  async (actor: Actor, words: readonly QueryWord[]): Promise<SuggestedService[]> => {
    const { pool } = deps.database;
    const reader = {
      reader: uidOf(actor),
      canSeeAdult: canSeeAdultContent(actor),
      hasBlocks: hasBlocks(actor),
    };
    const readSuggestions = (match: string | null): Promise<readonly SuggestedServiceRow[]> =>
      match === null
        ? Promise.resolve([])
        : readSuggestedServices(pool, reader, match, limits.suggestions);
    const typedMatch = matchTypedText(words, noCorrections);
    const exactRows = await readSuggestions(typedMatch);
    const correctedMatch =
      exactRows.length > 0 ? typedMatch : matchTypedText(words, await correctAllWords(pool, words));
    const rows = correctedMatch === typedMatch ? exactRows : await readSuggestions(correctedMatch);
    const resolvePictureUrl = deps.pictureUrlsFor(actor);
    return rows.flatMap(({ price, image, adult, ...row }) => {
      const photoURL = resolvePictureUrl(image, adult);
      return photoURL === null ? [] : [{ ...row, price: formatDecimal(price), photoURL }];
    });
  };
