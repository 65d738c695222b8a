import type { Queryable } from '../../platform/database/prepared.ts';
import { all, any, beginning, holds, type Match, readWords } from '../../platform/search/index.ts';

/**
 * A text searched for in posts, as the index is asked for it: every word by its stem or as the
 * beginning of one; a single letter begins a word only where the text ends. Words that say nothing,
 * such as `de`, count only when there are no others. Null when nothing can match.
 */
export async function readPostText(pool: Queryable, q: string): Promise<Match> {
  const words = await readWords(pool, q);
  const telling = words.filter(({ stems }) => stems.length > 0);
  return all(
    (telling.length > 0 ? telling : words).map((word) => {
      const { text, stems } = word;
      const begins = text.length > 1 || word === words.at(-1);
      return any([all(stems.map(holds)), begins ? beginning(`~${text}`) : holds(`~${text}`)]);
    }),
  );
}
