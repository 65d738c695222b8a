import { errors } from './errors.ts';
import { z } from './schema.ts';

/**
 * Characters no text of a person may hold: controls (line feed and tab apart), the bidirectional
 * overrides and isolates, invisible separators that disguise words, and halves of a surrogate pair.
 */
const forbidden =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** More marks than any written language stacks upon one letter. */
const stackedMarks = /\p{M}{5,}/u;

export function isPlainText(value: string): boolean {
  return !forbidden.test(value) && !stackedMarks.test(value);
}

/** One spelling for each text: composed characters, `\n` line ends, no space around. */
export function normaliseText(value: string): string {
  return value.replace(/\r\n?/g, '\n').normalize('NFC').trim();
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
