import { limits } from '../limits.ts';
import { toUnicodeForm } from '../unicode-form.ts';

/** A hashtag of a post: as typed, and in the normalised form used for lookup. */
export interface Hashtag {
  /** The hashtag as typed, without `#`: `Seleção`. */
  readonly name: string;
  /** The hashtag without accents and in lower case: `selecao`. */
  readonly tag: string;
}

/** Separators between hashtags: white space, and all Unicode variants of the comma and of `#`. */
const separatorPattern = /[\s#,\ufe50\ufe5f\uff03\uff0c\u060c\u3001]+/u;

const hashtagCharacterClass = String.raw`\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u{e0020}-\u{e007f}_`;

/** Characters at the start and end of a word that are not part of a hashtag. */
const edgePattern = new RegExp(`^[^${hashtagCharacterClass}]+|[^${hashtagCharacterClass}]+$`, 'gu');

/**
 * Accents and invisible characters, which the lookup form omits. Japanese voicing marks are not omitted, because they
 * change the letter.
 */
const accentPattern = /(?![\u3099\u309a])[\p{Script=Inherited}\p{Default_Ignorable_Code_Point}]/gu;

/** Matches text with at least one letter, number or emoji, which every hashtag needs. */
const searchablePattern = /[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

const hashtagCharacterPattern = new RegExp(`[${hashtagCharacterClass}]`, 'u');

/** Removes the leading and trailing characters of a word that are not part of a hashtag. */
function trimToHashtag(word: string): string {
  const characters = [...word];
  const isPart = (character: string) => hashtagCharacterPattern.test(character.normalize('NFKD'));
  const lastIndex = characters.findLastIndex(isPart);
  return characters.slice(characters.findIndex(isPart), lastIndex + 1).join('');
}

/** Shortens a text to at most `max` UTF-16 units, without splitting a surrogate pair. */
function truncate(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
}

/**
 * The lookup form of a hashtag: without accents, in lower case, without compatibility variants, and at most as long as
 * the hashtag field of a post. Empty when the word contains nothing searchable.
 */
export function normaliseHashtag(word: string): string {
  const plainWord = toUnicodeForm(word, 'NFKD')
    .replace(accentPattern, '')
    .toLowerCase()
    .split(separatorPattern)
    .join('')
    .replace(edgePattern, '')
    .normalize('NFC');
  return searchablePattern.test(plainWord) ? truncate(plainWord, limits.postHashtags) : '';
}

/**
 * Finds the hashtags in a text: words with or without `#`, separated as in `separatorPattern`. Returns each hashtag
 * once, in the order typed.
 * See `docs/product/community.md`.
 */
export function parseHashtags(text: string): Hashtag[] {
  const hashtagsByTag = new Map<string, Hashtag>();
  for (const word of text.split(separatorPattern)) {
    const tag = normaliseHashtag(word);
    if (tag !== '' && !hashtagsByTag.has(tag))
      hashtagsByTag.set(tag, { name: trimToHashtag(word), tag });
  }
  return [...hashtagsByTag.values()];
}
