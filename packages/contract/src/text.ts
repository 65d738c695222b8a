import { errors } from './errors.ts';
import { z } from './schema.ts';

/**
 * Characters no text of a person may hold: controls (line feed and tab apart), what overrides,
 * isolates or marks direction, invisible separators that disguise words, deprecated formatting, and
 * halves of a surrogate pair.
 */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** More marks than any written language stacks upon one letter. */
const stackedMarks = /\p{M}{5,}/u;

/** What words are made of in the scripts that write joiners: those of Arabic and of Indic descent. */
const joining = String.raw`(?=[\p{L}\p{M}\p{Nd}])[${[
  'Arabic Syriac Mandaic Nko Mongolian Phags_Pa Manichaean Sogdian Adlam Hanifi_Rohingya',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Newa',
  'Khmer Myanmar Tibetan Balinese Javanese Sundanese Tai_Tham Lepcha Limbu Chakma Grantha',
  'Kaithi Sharada Siddham Tirhuta Modi Takri Khojki Brahmi Saurashtra Meetei_Mayek',
]
  .join(' ')
  .split(' ')
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')}]`;

/** Where a joiner joins: in such a word, behind its number, and between two pictures of one emoji. */
const joints = [
  String.raw`(?<=${joining})[\u200c\u200d](?!(?!${joining})[\p{L}\p{N}])`,
  String.raw`(?<=\p{Nd})[\u200c\u200d](?=${joining})`,
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]{0,2})\u200d(?=\p{Extended_Pictographic})`,
];

/** A joiner anywhere else, where all it does is disguise a word. */
const strayJoiner = new RegExp(String.raw`(?!${joints.join('|')})[\u200c\u200d]`, 'u');

/** Invisible letters that spell out no flag. */
const strayTag = /(?<!\u{1f3f4}[\u{e0020}-\u{e007e}]{0,8})[\u{e0000}-\u{e007f}]/u;

/** Nothing that can be seen; blanks that are no white space to Unicode included. */
const invisible = /^[\p{Default_Ignorable_Code_Point}\p{White_Space}\u2800\u{1d159}]*$/u;

export function isPlainText(value: string): boolean {
  return ![forbidden, stackedMarks, strayJoiner, strayTag].some((trick) => trick.test(value));
}

/**
 * One spelling for each text: composed characters, `\n` line ends, no space around. What shows
 * nothing at all is the empty text, unless it holds what no text may.
 */
export function normaliseText(value: string): string {
  const text = value.replace(/\r\n?/g, '\n').normalize('NFC').trim();
  return invisible.test(text) && !forbidden.test(text) ? '' : text;
}

/** Rounds of cleaning: what one takes away may bring the next thing to take away together. */
const CLEANING_ROUNDS = 8;

const everywhere = (form: RegExp) => new RegExp(form.source, `${form.flags}g`);
const tricks = [forbidden, strayJoiner, strayTag].map(everywhere);

/**
 * The part of a text from elsewhere, such as a name of an identity provider, that a person could have
 * typed into a field of one line: what no text may hold is taken out, marks beyond four on one letter
 * too, and it ends with a whole grapheme after at most `max` UTF-16 code units.
 * @returns the empty text where nothing visible is left
 */
export function cleanLine(value: string, max: number): string {
  let text = value;
  for (let round = 0; round < CLEANING_ROUNDS; round += 1) {
    const before = text;
    text = text.replace(/[\p{White_Space}\p{Cc}]+/gu, ' ');
    for (const trick of tricks) text = text.replace(trick, '');
    text = normaliseText(text.normalize('NFC').replace(/(\p{M}{4})\p{M}+/gu, '$1'));
    if (text === before) break;
  }
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter('pt-BR').segment(text)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  const line = normaliseText(text.slice(0, end));
  return isPlainText(line) ? line : '';
}

export function tooLong(max: number): string {
  return `Use no máximo ${max} caracteres.`;
}

/** At most `max` UTF-16 code units, as `maxlength` of a form counts them; zod counts code points. */
const upTo = (max: number) =>
  z.string().refine((text) => text.length <= max, { error: tooLong(max) });

const clean = (missing: string) =>
  z
    .string({ error: missing })
    .transform(normaliseText)
    .refine(isPlainText, { error: errors.invalid_text.text });

/** A text that must be there; `missing` is what the person reads when it is not. */
export function requiredText(max: number, missing: string) {
  return clean(missing).pipe(upTo(max).min(1, missing));
}

/** A text that may be left empty; the empty text stands for "none". */
export function optionalText(max: number) {
  return clean(errors.invalid_text.text).pipe(upTo(max));
}
