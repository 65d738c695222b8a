/** One hashtag of a post: as its author typed it, and the form it is looked up by. */
export interface Hashtag {
  /** As typed, without `#`: `Seleção`. */
  readonly name: string;
  /** Without accents and case: `selecao`. */
  readonly tag: string;
}

/** What no hashtag begins or ends with. */
const edges =
  /^[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_]+|[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_]+$/gu;

/**
 * The form a hashtag is looked up by: without accents, case and compatibility variants
 * (`product §6`). Empty when nothing of the word can be looked up.
 */
export function normaliseHashtag(word: string): string {
  return word
    .replace(edges, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

/**
 * The hashtags of a text: words after `#` or bare, separated by spaces (`spec §5`, `product §6`),
 * each once, in the order typed.
 */
export function parseHashtags(text: string): Hashtag[] {
  const found = new Map<string, Hashtag>();
  for (const word of text.split(/[\s#,]+/u)) {
    const tag = normaliseHashtag(word);
    if (tag !== '' && !found.has(tag)) found.set(tag, { name: word.replace(edges, ''), tag });
  }
  return [...found.values()];
}
