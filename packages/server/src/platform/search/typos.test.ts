import { describe, expect, it } from 'vitest';
import { keepFittingCorrections, parseCorrections, serializeCorrections } from './corrections.ts';
import { matchAll, matchAny, toDisjointLayers } from './tsquery.ts';
import { isOneTypoAway } from './typos.ts';

describe('the distance of words', () => {
  it.each([
    ['desenho', 'desneho'],
    ['desenho', 'deseno'],
    ['desenho', 'desennho'],
    ['desenho', 'desemho'],
    ['aula', 'ula'],
    ['aula', 'aulas'],
    ['mraia22', 'maria22'],
  ])('%s is one typo away from %s, in both directions', (firstWord, secondWord) => {
    expect([isOneTypoAway(firstWord, secondWord), isOneTypoAway(secondWord, firstWord)]).toEqual([
      true,
      true,
    ]);
  });

  it.each([
    ['desenho', 'desenho'],
    ['desenho', 'desnhe'],
    ['abcd', 'badc'],
    ['aula', 'mala'.slice(0, 2)],
    ['cs2', 'cs3'],
    ['parte12', 'parte21'],
    ['parte1', 'parte'],
  ])('%s is more than one typo away from %s', (firstWord, secondWord) => {
    expect([isOneTypoAway(firstWord, secondWord), isOneTypoAway(secondWord, firstWord)]).toEqual([
      false,
      false,
    ]);
  });
});

describe('corrections', () => {
  it('are the same after a round trip through a cursor', () => {
    const corrections = new Map([
      [0, ['aul', 'mul']],
      [11, ['ção']],
    ]);
    expect(parseCorrections(serializeCorrections(corrections))).toEqual(corrections);
    expect(parseCorrections('')).toEqual(new Map());
  });

  it.each(['x', '0=', '0=a;', '0=a b', "0='", '123=a', '0=a,,b'])(
    'are refused in a cursor as %j',
    (text) => {
      expect(parseCorrections(text)).toBeNull();
    },
  );

  it('fit into a cursor, in which every word keeps its most likely correction', () => {
    const manyCorrections = new Map(
      [0, 1, 2].map((place) => [place, Array.from({ length: 8 }, (_, n) => `palavra${n}`)]),
    );
    const keptCorrections = keepFittingCorrections(manyCorrections);
    expect(Buffer.byteLength(serializeCorrections(keptCorrections))).toBeLessThanOrEqual(130);
    expect([...keptCorrections.values()].every(([first]) => first === 'palavra0')).toBe(true);
  });
});

describe('layers of search results', () => {
  it('do not repeat results of earlier layers', () => {
    expect(toDisjointLayers(["'a'", "'a'", "('a' | 'b')"])).toEqual([
      "'a'",
      null,
      "('a' | 'b') & !'a'",
    ]);
  });

  it('join the existing conditions', () => {
    expect([matchAll([]), matchAll(["'a'", null]), matchAny(["'a'", "'b'", "'a'"])]).toEqual([
      null,
      "'a'",
      "('a' | 'b')",
    ]);
  });
});
