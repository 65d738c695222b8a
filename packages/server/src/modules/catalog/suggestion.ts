import type { ServiceText } from './search-text.ts';

const word = /[\p{L}\p{N}]+/gu;

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * The text as it was probably meant: each mistyped word as one of the titles that were found writes
 * it, so that nothing is told that the reader does not see. Undefined when nothing was mistyped.
 */
export function suggestionFor(
  q: string,
  meant: ServiceText['meant'],
  titles: readonly string[],
): string | undefined {
  const spelt = new Map<string, string>();
  for (const [written] of titles.flatMap((title) => [...title.matchAll(word)])) {
    if (!spelt.has(plain(written))) spelt.set(plain(written), written.toLowerCase());
  }
  const better = new Map(
    meant.map(({ asked, words }) => [
      asked,
      words.map((each) => spelt.get(each)).find((each) => each !== undefined),
    ]),
  );
  const text = q.replace(word, (written) => better.get(plain(written)) ?? written);
  return text === q ? undefined : text;
}
