import { limits } from './limits.ts';

/** One hashtag of a post: as its author typed it, and the form it is looked up by. */
export interface Hashtag {
  /** As typed, without `#`: `Seleção`. */
  readonly name: string;
  /** Without accents and case: `selecao`. */
  readonly tag: string;
}

/** What stands between two hashtags: spaces, commas and the sign itself, in all their widths. */
const between = /[\s#,\ufe50\ufe5f\uff03\uff0c\u060c\u3001]+/u;

const kept = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}_`;

/** What no hashtag begins or ends with. */
const edges = new RegExp(`^[^${kept}]+|[^${kept}]+$`, 'gu');

/** Accents, of whatever script shares them, and what shows nothing; Japanese voicing is no accent. */
const accents = /(?![\u3099\u309a])[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu;

/** A hashtag says something: a letter, a number or a picture. */
const telling = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const keeps = new RegExp(`[${kept}]`, 'u');

/** The word as typed, without what stands around it that is nothing of a hashtag in any width. */
function nameOf(word: string): string {
  const characters = [...word];
  const belongs = (character: string) => keeps.test(character.normalize('NFKD'));
  const last = characters.findLastIndex(belongs);
  return characters.slice(characters.findIndex(belongs), last + 1).join('');
}

/** At most `max` UTF-16 units, and no half of a character. */
function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/**
 * The form a hashtag is looked up by: without accents, case and compatibility variants
 * (`product §6`), at most as long as all hashtags of a post. Empty when nothing of the word can be
 * looked up.
 */
export function normaliseHashtag(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(accents, '')
    .toLowerCase()
    .split(between)
    .join('')
    .replace(edges, '')
    .normalize('NFC');
  return telling.test(plain) ? cut(plain, limits.postHashtags) : '';
}

/**
 * The hashtags of a text: words after `#` or bare, separated by spaces (`spec §5`, `product §6`),
 * each once, in the order typed.
 */
export function parseHashtags(text: string): Hashtag[] {
  const found = new Map<string, Hashtag>();
  for (const word of text.split(between)) {
    const tag = normaliseHashtag(word);
    if (tag !== '' && !found.has(tag)) found.set(tag, { name: nameOf(word), tag });
  }
  return [...found.values()];
}
