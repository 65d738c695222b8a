import { errors } from './errors.ts';
import { limits } from './limits.ts';
import { z } from './schema.ts';
import { toUnicodeForm } from './unicode-form.ts';

/**
 * Characters that user text may not contain: control characters (except line feed and tab),
 * bidirectional overrides, isolates and marks, invisible separators, deprecated formatting
 * characters, and unpaired surrogates.
 */
const forbiddenCharacterPattern =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** Matches five combining marks on one letter, which is more than any written language uses. */
const stackedMarksPattern = /\p{M}{5,}/u;

/** Pattern of a character in the scripts that use zero-width joiners: those of Arabic and Indic descent. */
const joiningScriptCharacterPattern = String.raw`(?=[\p{L}\p{M}\p{Nd}])[${[
  'Arabic Syriac Mandaic Nko Mongolian Phags_Pa Manichaean Sogdian Adlam Hanifi_Rohingya',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Newa',
  'Khmer Myanmar Tibetan Balinese Javanese Sundanese Tai_Tham Lepcha Limbu Chakma Grantha',
  'Kaithi Sharada Siddham Tirhuta Modi Takri Khojki Brahmi Saurashtra Meetei_Mayek',
]
  .join(' ')
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')}]`;

/**
 * Positions at which a zero-width joiner is legitimate: within a word of a joining script, after a digit of such a
 * script, and inside an emoji sequence.
 */
const allowedJoinerPatterns = [
  String.raw`(?<=${joiningScriptCharacterPattern})[\u200c\u200d](?!(?!${joiningScriptCharacterPattern})[\p{L}\p{N}])`,
  String.raw`(?<=\p{Nd})[\u200c\u200d](?=${joiningScriptCharacterPattern})`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]{0,2})\u200d(?=\p{Extended_Pictographic})`,
];

/** Matches a zero-width joiner outside of `allowedJoinerPatterns`, where it only disguises a word. */
const strayJoinerPattern = new RegExp(
  String.raw`(?!${allowedJoinerPatterns.join('|')})[\u200c\u200d]`,
  'u',
);

/** Matches tag characters that are not part of a flag emoji. */
const strayTagCharacterPattern = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]/u;

/** Matches text with invisible characters only, including blanks that Unicode does not class as white space. */
const invisibleTextPattern = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\u{1d159}]*$/u;

/** Whether a text contains no forbidden characters, stacked marks, stray joiners or stray tag characters. */
export function isPlainText(text: string): boolean {
  return ![
    forbiddenCharacterPattern,
    stackedMarksPattern,
    strayJoinerPattern,
    strayTagCharacterPattern,
  ].some((pattern) => pattern.test(text));
}

/**
 * Normalises a text: to NFC, with line feeds as line ends, trimmed. A text without any visible character becomes empty,
 * unless it contains forbidden characters, which the validation afterwards must still find.
 */
export function normaliseText(rawText: string): string {
  const text = toUnicodeForm(rawText.replace(/\r\n?/g, '\n'), 'NFC').trim();
  return invisibleTextPattern.test(text) && !forbiddenCharacterPattern.test(text) ? '' : text;
}

/** Maximum number of cleaning rounds: removing the matches of one pattern can create matches of another. */
const MAX_CLEANING_ROUNDS = 8;

const withGlobalFlag = (pattern: RegExp) => new RegExp(pattern.source, `${pattern.flags}g`);
const removedPatterns = [
  forbiddenCharacterPattern,
  strayJoinerPattern,
  strayTagCharacterPattern,
].map(withGlobalFlag);

/**
 * Cleans a single-line text that another service supplied, such as the name from an identity provider: removes
 * forbidden characters and more than four marks on one letter, and shortens the text after a whole grapheme to at most
 * `maxLength` UTF-16 code units.
 * @returns the empty string when no visible character is left
 */
export function cleanLine(rawText: string, maxLength: number): string {
  let text = rawText;
  for (let round = 0; round < MAX_CLEANING_ROUNDS; round += 1) {
    const textBefore = text;
    text = text.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ');
    for (const pattern of removedPatterns) text = text.replace(pattern, '');
    text = normaliseText(toUnicodeForm(text, 'NFC').replace(/(\p{M}{4})\p{M}+/gu, '$1'));
    if (text === textBefore) break;
  }
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('pt-BR').segment(text)) {
    if (index + segment.length > maxLength) break;
    end = index + segment.length;
  }
  const line = normaliseText(text.slice(0, end));
  return isPlainText(line) ? line : '';
}

export function tooLongText(maxLength: number): string {
  return `Use no máximo ${maxLength} caracteres.`;
}

/**
 * Schema of text with at most `max` UTF-16 code units, counted like `maxlength` of a form; zod itself would count code
 * points.
 */
const textUpTo = (max: number) =>
  z.string().refine((text) => text.length <= max, { error: tooLongText(max) });

const cleanedText = (missingText: string) =>
  z
    .string({ error: missingText })
    .transform(normaliseText)
    .refine(isPlainText, { error: errors.invalid_text.text });

/** Schema of required text; `missingText` is the error text when the text is absent or empty. */
export function requiredText(maxLength: number, missingText: string) {
  return cleanedText(missingText).pipe(textUpTo(maxLength).min(1, missingText));
}

/** Schema of optional text; the empty string means that there is none. */
export function optionalText(maxLength: number) {
  return cleanedText(errors.invalid_text.text).pipe(textUpTo(maxLength));
}

/** Schema of the reason of a decision of the team. */
export const moderationReason = requiredText(limits.moderationReason, 'Motivo obrigatório');
