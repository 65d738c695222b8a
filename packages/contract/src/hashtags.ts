import { limits } from './limits.ts';

/** A hashtag of a post: as typed, and in the normalised form used for lookup. */
export interface Hashtag {
  /** As typed, without `#`: `Seleção`. */
  readonly name: string;
  /** Without accents and case: `selecao`. */
  readonly tag: string;
}

/** Separators between hashtags: white space, commas and `#`, in all their widths. */
const separatorPattern = /[\s#,\ufe50\ufe5f\uff03\uff0c\u060c\u3001]+/u;

const hashtagCharacterClass = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}_`;

/** Leading and trailing characters that are not part of a hashtag. */
const edgePattern = new RegExp(`^[^${hashtagCharacterClass}]+|[^${hashtagCharacterClass}]+$`, 'gu');

/** Accents and invisible characters. Japanese voicing marks are kept: they change the letter. */
const accentPattern = /(?![\u3099\u309a])[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu;

/** A hashtag needs at least one letter, number or emoji. */
const searchablePattern = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const hashtagCharacterPattern = new RegExp(`[${hashtagCharacterClass}]`, 'u');

/** The word as typed, without leading and trailing characters that are not part of a hashtag. */
function trimToHashtag(word: string): string {
  const characters = [...word];
  const isPart = (character: string) => hashtagCharacterPattern.test(character.normalize('NFKD'));
  const last = characters.findLastIndex(isPart);
  return characters.slice(characters.findIndex(isPart), last + 1).join('');
}

/** At most `max` UTF-16 units, without splitting a surrogate pair. */
function truncate(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/**
 * The lookup form of a hashtag: without accents, case and compatibility variants, and at most as long
 * as the hashtag field of a post. Empty when the word contains nothing searchable.
 */
export function normaliseHashtag(word: string): string {
  const plain = word
    .normalize('NFKD')
    .replace(accentPattern, '')
    .toLowerCase()
    .split(separatorPattern)
    .join('')
    .replace(edgePattern, '')
    .normalize('NFC');
  return searchablePattern.test(plain) ? truncate(plain, limits.postHashtags) : '';
}

/**
 * The hashtags of a text: words with or without `#`, separated by spaces, each once, in the order
 * typed. See `docs/product/community.md`.
 */
export function parseHashtags(text: string): Hashtag[] {
  const found = new Map<string, Hashtag>();
  for (const word of text.split(separatorPattern)) {
    const tag = normaliseHashtag(word);
    if (tag !== '' && !found.has(tag)) found.set(tag, { name: trimToHashtag(word), tag });
  }
  return [...found.values()];
}
