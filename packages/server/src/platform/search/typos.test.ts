import { describe, expect, it } from 'vitest';
import { keepFittingCorrections, parseCorrections, serializeCorrections } from './corrections.ts';
import { matchAll, matchAny, toDisjointLayers } from './tsquery.ts';
import { isOneTypoAway } from './typos.ts';

describe('one typo away', () => {
  it.each([
    ['desenho', 'desneho'],
    ['desenho', 'deseno'],
    ['desenho', 'desennho'],
    ['desenho', 'desemho'],
    ['aula', 'ula'],
    ['aula', 'aulas'],
    ['mraia22', 'maria22'],
  ])('is %s from %s, both ways', (one, other) => {
    expect([isOneTypoAway(one, other), isOneTypoAway(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['desenho', 'desenho'],
    ['desenho', 'desnhe'],
    ['abcd', 'badc'],
    ['aula', 'mala'.slice(0, 2)],
    ['cs2', 'cs3'],
    ['parte12', 'parte21'],
    ['parte1', 'parte'],
  ])('%s is not from %s', (one, other) => {
    expect([isOneTypoAway(one, other), isOneTypoAway(other, one)]).toEqual([false, false]);
  });
});

describe('corrections', () => {
  it('come back from a cursor as they went in', () => {
    const corrections = new Map([
      [0, ['aul', 'mul']],
      [11, ['ção']],
    ]);
    expect(parseCorrections(serializeCorrections(corrections))).toEqual(corrections);
    expect(parseCorrections('')).toEqual(new Map());
  });

  it.each(['x', '0=', '0=a;', '0=a b', "0='", '123=a', '0=a,,b'])('are not %j', (text) => {
    expect(parseCorrections(text)).toBeNull();
  });

  it('fit into a cursor: every word keeps its likeliest correction', () => {
    const many = new Map(
      [0, 1, 2].map((place) => [place, Array.from({ length: 8 }, (_, n) => `palavra${n}`)]),
    );
    const kept = keepFittingCorrections(many);
    expect(Buffer.byteLength(serializeCorrections(kept))).toBeLessThanOrEqual(130);
    expect([...kept.values()].every(([first]) => first === 'palavra0')).toBe(true);
  });
});

describe('layers', () => {
  it('leave out what an earlier one found', () => {
    expect(toDisjointLayers(["'a'", "'a'", "('a' | 'b')"])).toEqual([
      "'a'",
      null,
      "('a' | 'b') & !'a'",
    ]);
  });

  it('join what is there', () => {
    expect([matchAll([]), matchAll(["'a'", null]), matchAny(["'a'", "'b'", "'a'"])]).toEqual([
      null,
      "'a'",
      "('a' | 'b')",
    ]);
  });
});
