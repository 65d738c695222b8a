import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { limits } from '../limits.ts';
import { normaliseHashtag, parseHashtags } from './hashtags.ts';

const hashtagNames = (text: string) => parseHashtags(text).map(({ name }) => name);
const tagsOf = (text: string) => parseHashtags(text).map(({ tag }) => tag);

describe('parseHashtags', () => {
  it.each([
    ['bare words', 'desenho osu setup', ['desenho', 'osu', 'setup']],
    ['words after #', '#desenho #osu', ['desenho', 'osu']],
    ['both', '#desenho osu', ['desenho', 'osu']],
    ['words that touch', '#a#b', ['a', 'b']],
    ['words around one #', 'a#b', ['a', 'b']],
    ['repeated #', '##a ###b', ['a', 'b']],
    ['a # followed by a space', '# a', ['a']],
    ['commas', 'a, b,c', ['a', 'b', 'c']],
    ['full-width # and spaces', '＃desenho　＃osu，setup', ['desenho', 'osu', 'setup']],
    ['lines and tabs', 'a\n#b\tc', ['a', 'b', 'c']],
    ['punctuation around', '(osu!) "setup". «filmes»?', ['osu', 'setup', 'filmes']],
    ['punctuation inside', 'counter-strike vs. c.s', ['counter-strike', 'vs', 'c.s']],
    ['symbols that decompose into letters', '(㎏) ⻳', ['㎏', '⻳']],
    ['underscores', '#boa_noite _a_', ['boa_noite', '_a_']],
    ['numbers', '#1 2026', ['1', '2026']],
    ['case and accents, as typed', '#SeleçãoBrasileira', ['SeleçãoBrasileira']],
    ['emoji', '#🎮 🇧🇷 👍🏽 👩‍🚀 ❤️ 1️⃣', ['🎮', '🇧🇷', '👍🏽', '👩‍🚀', '❤️', '1️⃣']],
    ['a flag of invisible tag characters', '#🏴󠁧󠁢󠁥󠁮󠁧󠁿', ['🏴󠁧󠁢󠁥󠁮󠁧󠁿']],
    ['right to left', '#ألعاب، #שלום', ['ألعاب', 'שלום']],
    ['other scripts', '#ゲーム #हिन्दी #한국', ['ゲーム', 'हिन्दी', '한국']],
  ])('parses %s', (_, text, expected) => {
    expect(hashtagNames(text)).toEqual(expected);
  });

  it.each([
    '',
    ' ',
    '#',
    '# # #',
    '###',
    '___',
    '-',
    '!?',
    '…',
    '\u0301',
    '#\u0301\u0308',
    '\u3164',
  ])('finds no hashtag in %j', (text) => {
    expect(parseHashtags(text)).toEqual([]);
  });

  it('returns each hashtag once, as it was typed first', () => {
    expect(parseHashtags('#Seleção selecao SELEÇÃO #seleçao')).toEqual([
      { name: 'Seleção', tag: 'selecao' },
    ]);
  });

  it('keeps the order of the hashtags', () => {
    expect(tagsOf('b a c a')).toEqual(['b', 'a', 'c']);
  });
});

describe('normaliseHashtag', () => {
  it.each([
    ['Seleção', 'selecao'],
    ['selec\u0327a\u0303o', 'selecao'],
    ['#Seleção', 'selecao'],
    ['  Seleção! ', 'selecao'],
    ['ÀÉÎÕÜÇñ', 'aeiouc\u006e'],
    ['ＯＳＵ', 'osu'],
    ['𝕺𝖘𝖚', 'osu'],
    ['ﬁlmes', 'filmes'],
    ['x²', 'x2'],
    ['Ⅳ', 'iv'],
    ['o\u00adsu', 'osu'],
    ['o\u3164su', 'osu'],
    ['o\u0301\u0302\u0303su', 'osu'],
    ['a…b', 'a...b'],
    ['a＃b', 'ab'],
    ['a¨b', 'ab'],
    ['❤️', '❤'],
    ['👍🏽', '👍🏽'],
    ['ﷺ', 'صلىاللهعليهوسلم'],
    ['كِتَاب', 'كتاب'],
    ['हिन्दी', 'हिन्दी'],
    ['が', 'が'],
    ['한국', '한국'],
    ['İstanbul', 'istanbul'],
    ['C++', 'c'],
    ['__', ''],
    ['', ''],
    ['#', ''],
    ['\u0301', ''],
  ])('%j is looked up as %j', (word, tag) => {
    expect(normaliseHashtag(word)).toBe(tag);
  });

  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 90 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: fc.constantFrom(...'aÇãÉ#ﷺ＃🎮🏽\u0301\u200d_-. ﬃΣİ'), maxLength: 90 }),
  );
  const propertyOptions = { numRuns: 3_000 };

  it('returns the same form for its own result and for any case', () => {
    fc.assert(
      fc.property(word, (text) => {
        const tag = normaliseHashtag(text);
        expect(normaliseHashtag(tag)).toBe(tag);
        for (const hashtag of parseHashtags(text))
          expect(normaliseHashtag(hashtag.name)).toBe(hashtag.tag);
      }),
      propertyOptions,
    );
    const portuguese = fc.string({ unit: fc.constantFrom(...'abcçãéíõúâêôàZ09_'), maxLength: 40 });
    fc.assert(
      fc.property(portuguese, (text) => {
        const tag = normaliseHashtag(text);
        expect(normaliseHashtag(text.toUpperCase())).toBe(tag);
        expect(normaliseHashtag(text.normalize('NFD'))).toBe(tag);
        expect(tag).toMatch(/^[a-z0-9_]*$/);
      }),
      propertyOptions,
    );
  });

  it('returns one word within the length limit, without splitting a character', () => {
    fc.assert(
      fc.property(word, (text) => {
        for (const { tag, name } of parseHashtags(text)) {
          expect(tag.length).toBeLessThanOrEqual(limits.postHashtags);
          expect(tag.isWellFormed()).toBe(true);
          expect(tag).not.toMatch(/[\s#,]/);
          expect(name).not.toMatch(/[\s#,]/);
          expect(text).toContain(name);
        }
      }),
      propertyOptions,
    );
    const longestTag = normaliseHashtag('ﷺ'.repeat(75));
    expect(longestTag).toHaveLength(75);
    expect(normaliseHashtag(`${'a'.repeat(74)}🎮`)).toBe('a'.repeat(74));
    expect(normaliseHashtag(longestTag)).toBe(longestTag);
  });
});
