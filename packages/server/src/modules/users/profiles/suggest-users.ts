import type { Author } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import { type Actor, uidOf } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import {
  matchAll,
  matchAny,
  matchLexeme,
  matchPrefix,
  type QueryWord,
} from '../../../platform/search/index.ts';
import { displayNameOf, displayPhotoOf } from '../view.ts';
import { hasBlocks } from '../visibility.ts';
import { readPlainText } from './search-queries.ts';
import { readSuggestedUsers } from './suggestion-queries.ts';

export interface SuggestUsersDeps {
  readonly database: Pick<Database, 'pool'>;
}

type SuggestedUser = Pick<Author, 'uid' | 'username' | 'displayName' | 'photoURL'>;

/**
 * Suggests people while a text is being typed, at most `limits.suggestions`: first the person with exactly this
 * username, then people whose username begins with the text or whose name contains its words, most sales first.
 * @param words the words of `q`
 */
export const suggestUsers =
  ({ database: { pool } }: SuggestUsersDeps) =>
  async (actor: Actor, q: string, words: readonly QueryWord[]): Promise<SuggestedUser[]> => {
    const plainText = await readPlainText(pool, q.replace(/^@+/, ''));
    if (plainText === '') return [];
    const lastWord = words.at(-1);
    const wordQueries = words.map((word) =>
      word === lastWord ? matchPrefix(`~${word.text}`) : matchLexeme(`~${word.text}`),
    );
    const looseMatch = matchAny([matchPrefix(`@${plainText}`), matchAll(wordQueries)]) ?? '';
    const searchReader = { pool, reader: uidOf(actor), withBlocks: hasBlocks(actor) };
    const match = { exact: matchLexeme(`@${plainText}`), loose: looseMatch };
    const rows = await readSuggestedUsers(searchReader, match, limits.suggestions);
    return rows.map((row) => ({
      uid: row.uid,
      username: row.username,
      displayName: displayNameOf(row),
      photoURL: displayPhotoOf(row),
    }));
  };
