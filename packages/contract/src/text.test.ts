import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { username } from './accounts/users.ts';
import { errors } from './errors.ts';
import { cleanLine, isPlainText, normaliseText, optionalText, requiredText } from './text.ts';

const missingTextMessage = 'Texto obrigatório';
const requiredSchema = requiredText(280, missingTextMessage);
const optionalSchema = optionalText(280);

/** The output of a schema for a text, or the message of its first error. */
function parseOutcome(schema: typeof requiredSchema, text: unknown): string {
  const parsed = schema.safeParse(text);
  return parsed.success ? `= ${parsed.data}` : (parsed.error.issues[0]?.message ?? '?');
}

const invalidTextMessage = errors.invalid_text.text;
const ZWNJ = '\u200c';
const ZWJ = '\u200d';

/** Characters that are invisible; the tests use them alone and combined. */
const invisibleCharacters = [
  ...'\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0',
  ...`${ZWNJ}${ZWJ}\ufe00\ufe0e\ufe0f\u{1d159}\u{1d173}\u{1d17a}\u{e0001}\u{e0020}\u{e007f}\u{e0100}\u{e01ef}`,
  ...' \t\n\r\u00a0\u1680\u2003\u202f\u205f\u3000',
];

describe('a text with a long run of combining marks', () => {
  // `String.prototype.normalize` would need ten seconds to sort these marks.
  const marks = '\u033d'.repeat(60_000) + '\u0316'.repeat(60_000);

  it('is rejected without delay', () => {
    expect(parseOutcome(requiredSchema, `a${marks}`)).toBe(invalidTextMessage);
    expect(parseOutcome(optionalSchema, `a${marks}`)).toBe(invalidTextMessage);
    expect(username.safeParse(`jogador${marks}`).success).toBe(false);
  });

  it('loses all but four of them when it is a name from another service', () => {
    expect(cleanLine(`a${marks}b`, 60)).toBe(`a${'\u033d'.repeat(4)}b`);
  });
});

describe('a text of invisible characters only', () => {
  it.each(
    invisibleCharacters.map((character) => [
      character.codePointAt(0)?.toString(16) ?? '',
      character,
    ]),
  )('U+%s is no text', (_, character) => {
    for (const text of [
      character,
      character.repeat(3),
      ` ${character} `,
      `${character}\n${character}`,
    ]) {
      expect(parseOutcome(requiredSchema, text)).toBe(missingTextMessage);
      expect(parseOutcome(optionalSchema, text)).toBe('= ');
    }
  });

  it('counts as empty in any combination', () => {
    const invisibleTexts = fc.string({
      unit: fc.constantFrom(...invisibleCharacters),
      maxLength: 60,
    });
    fc.assert(
      fc.property(invisibleTexts, (text) => {
        expect(parseOutcome(requiredSchema, text)).toBe(missingTextMessage);
        expect(parseOutcome(optionalSchema, text)).toBe('= ');
      }),
    );
  });

  it('is rejected when it contains forbidden characters', () => {
    for (const text of ['\u200b', '\u2060', '\u202e', '\u200f', '\u061c', '\u206a'])
      for (const paddedText of [text, `\u3164${text}`, `${text} `, `${text}\u00ad`])
        expect(parseOutcome(optionalSchema, paddedText)).toBe(invalidTextMessage);
  });

  it.each(['.', '0', '_', 'ã', '한', '🎮', '❤', '#', '־', '،'])('%s is a text', (text) => {
    expect(parseOutcome(requiredSchema, `\u2800${text}\u3164`)).toBe(`= \u2800${text}\u3164`);
  });
});

describe('joiners', () => {
  it.each([
    ['Persian', `می${ZWNJ}خواهم`],
    ['Persian, ending a word', `خانه${ZWNJ} ها`],
    ['Arabic, an initial form alone', `ه${ZWJ}.`],
    ['Arabic with vowel signs', `كِتَ${ZWNJ}اب`],
    ['Persian, behind a number', `۱۰${ZWNJ}ها 10${ZWNJ}ها`],
    ['Urdu', `آہستہ${ZWNJ}آہستہ`],
    ['Devanagari, half a letter', `क्${ZWJ}ष`],
    ['Devanagari, apart', `क्${ZWNJ}ष`],
    ['Bengali', `র${ZWJ}্য`],
    ['Malayalam, a chillu', `അവന്${ZWJ}`],
    ['Sinhala', `ශ්${ZWJ}රී ලංකා`],
    ['Kannada', `ರಾಜ್${ZWNJ}ಕುಮಾರ್`],
    ['Khmer', `ប្រ${ZWNJ}៉`],
  ])('are accepted in %s', (_, text) => {
    expect(parseOutcome(requiredSchema, text)).toBe(`= ${text.normalize('NFC')}`);
  });

  it.each([
    '👩‍🚀',
    '👩🏽‍🚀',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👨‍👩‍👧‍👦',
    '👩‍❤️‍💋‍👨',
    '👁️‍🗨️',
    '🧑🏿‍❤️‍💋‍🧑🏻',
    '🏃‍♀️‍➡️',
    '🐦‍⬛',
    '⛓️‍💥',
    '🙆🏽‍♀️',
  ])('are accepted inside %s', (emoji) => {
    expect(parseOutcome(requiredSchema, `Bora ${emoji}!`)).toBe(`= Bora ${emoji}!`);
  });

  it.each([
    ['between Latin letters', `pix${ZWJ}grátis`],
    ['between Latin letters', `pix${ZWNJ}grátis`],
    ['after a digit', `1${ZWJ}2`],
    ['between Cyrillic letters', `и${ZWNJ}и`],
    ['between Greek letters', `α${ZWJ}β`],
    ['between Chinese letters', `中${ZWJ}文`],
    ['between Hangul', `한${ZWNJ}국`],
    ['at the beginning', `${ZWJ}oi`],
    ['at the end', `oi${ZWNJ}`],
    ['around a space', `oi${ZWJ} tudo`],
    ['behind an emoji', `🎮${ZWJ}`],
    ['behind an emoji, before a letter', `🎮${ZWJ}a`],
    ['before an emoji', `a${ZWJ}🎮`],
    ['between emoji, of the other kind', `👩${ZWNJ}🚀`],
    ['twice between emoji', `👩${ZWJ}${ZWJ}🚀`],
    ['twice in Arabic', `می${ZWNJ}${ZWNJ}خواهم`],
    ['between Arabic and Latin letters', `خ${ZWNJ}a`],
    ['between Arabic and a number', `خ${ZWJ}1`],
    ['before Arabic', `a ${ZWNJ}خ`],
    ['after an Arabic comma', `خ،${ZWNJ}خ`],
  ])('are refused %s', (_, text) => {
    expect(parseOutcome(requiredSchema, text)).toBe(invalidTextMessage);
    expect(parseOutcome(optionalSchema, text)).toBe(invalidTextMessage);
  });

  it('are rejected among Latin letters, digits and spaces', () => {
    const latinText = fc.string({
      unit: fc.constantFrom(...'abcãéçABC019 .,!?#@_-'),
      minLength: 1,
      maxLength: 20,
    });
    const joiner = fc.constantFrom(ZWNJ, ZWJ);
    fc.assert(
      fc.property(latinText, joiner, latinText, (before, between, after) => {
        fc.pre(/\S/.test(before) || /\S/.test(after));
        expect(parseOutcome(requiredSchema, `${before}${between}${after}`)).toBe(
          invalidTextMessage,
        );
      }),
    );
  });
});

describe('invisible letters', () => {
  it.each(['🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'])('are accepted in the flag %s', (flag) => {
    expect(parseOutcome(requiredSchema, `Vai ${flag}`)).toBe(`= Vai ${flag}`);
  });

  it.each([
    'oi\u{e0070}\u{e0069}\u{e0078}',
    '🎮\u{e0070}',
    '\u{e0001}oi',
    `🏴${'\u{e0061}'.repeat(12)}`,
    'oi\u{e007f}',
  ])('are refused elsewhere: %j', (text) => {
    expect(parseOutcome(requiredSchema, text)).toBe(invalidTextMessage);
  });
});

describe('any text', () => {
  const anyTexts = fc.string({ unit: 'binary', maxLength: 60 });
  const trickyTexts = fc.string({
    unit: fc.oneof(
      fc.constantFrom(...invisibleCharacters, 'a', '👩', '🚀', '🏽', 'می', 'क्', '\u0301', '🏴'),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    ),
    maxLength: 40,
  });

  it('is normalised idempotently and validated the same again', () => {
    fc.assert(
      fc.property(fc.oneof(anyTexts, trickyTexts), (text) => {
        const normalisedText = normaliseText(text);
        expect(normaliseText(normalisedText)).toBe(normalisedText);
        expect(parseOutcome(optionalSchema, normalisedText)).toBe(
          parseOutcome(optionalSchema, text),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is rejected or contains neither control characters nor stray joiners', () => {
    fc.assert(
      fc.property(fc.oneof(anyTexts, trickyTexts), (text) => {
        const parsed = optionalSchema.safeParse(text);
        if (!parsed.success) return;
        expect(isPlainText(parsed.data)).toBe(true);
        expect(parsed.data).not.toMatch(
          /[a-z][\u200c\u200d]|[\u200c\u200d][a-z0-9]|\u202e|\u200b/i,
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('is cleaned to a line that passes validation, idempotently', () => {
    fc.assert(
      fc.property(fc.oneof(anyTexts, trickyTexts), fc.integer({ min: 1, max: 30 }), (text, max) => {
        const line = cleanLine(text, max);
        expect(line.length).toBeLessThanOrEqual(max);
        expect(line).not.toMatch(/[\n\r\t]/);
        expect(parseOutcome(optionalText(max), line)).toBe(`= ${line}`);
        expect(cleanLine(line, max)).toBe(line);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is unchanged by cleaning when valid, except for the cut at a whole grapheme', () => {
    const typedTexts = fc.string({
      unit: fc.constantFrom('a', 'ã', 'Z', '7', '👩🏽‍🚀', 'क्', '한'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(typedTexts, fc.integer({ min: 1, max: 40 }), (text, max) => {
        const normalisedText = text.normalize('NFC');
        const line = cleanLine(text, max);
        expect(normalisedText.startsWith(line)).toBe(true);
        const nextGrapheme = new Intl.Segmenter().segment(normalisedText).containing(line.length);
        if (nextGrapheme) expect(nextGrapheme).toMatchObject({ index: line.length });
      }),
    );
  });

  it('is measured in UTF-16 units', () => {
    expect(parseOutcome(optionalText(4), '🎮🎮')).toBe('= 🎮🎮');
    expect(parseOutcome(optionalText(4), '🎮🎮a')).toBe('Use no máximo 4 caracteres.');
  });

  it.each([
    ['tags behind a flag', `🏴${'\u{e0061}'.repeat(200_000)}`],
    ['joiners', ZWJ.repeat(400_000)],
    ['colours behind a picture', `🎮${'\ufe0f'.repeat(400_000)}${ZWJ}`],
    ['blanks', `${'\u3164'.repeat(400_000)}a`],
    ['skins', '🏽'.repeat(200_000) + ZWJ],
  ])('is validated quickly, also when it is long: %s', (_, text) => {
    // The fastest of several runs is taken, because other work of the machine only makes a run slower.
    const durationsMs = [1, 2, 3].map(() => {
      const startedAt = performance.now();
      parseOutcome(requiredSchema, text);
      cleanLine(text.slice(0, 16_384), 60);
      return performance.now() - startedAt;
    });
    expect(Math.min(...durationsMs)).toBeLessThan(1_000);
  });

  it('must be a string', () => {
    for (const value of [null, undefined, 1, {}, [], ['a']])
      expect(parseOutcome(requiredSchema, value)).toBe(missingTextMessage);
  });
});
