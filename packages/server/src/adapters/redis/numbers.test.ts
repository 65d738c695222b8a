import { describe, expect, it } from 'vitest';
import { readTold, trackNumbers, writeTold } from './numbers.ts';

describe('a note on its way', () => {
  it('comes out as it went in', () => {
    const told = { from: '0199-a', n: 12, topic: 'emit', note: { text: 'a b\n"c" 👋🏽' } };
    expect(readTold(writeTold(told))).toEqual(told);
  });

  it.each(['', 'x', 'a b {}', 'a 1 {', 'a 1 ', 'a -1 []', '{"from":1}'])(
    'that no node has written (%j) is none',
    (text) => {
      expect(readTold(text)).toBeNull();
    },
  );
});

describe('the numbers of notes', () => {
  it('show what is missing and what was overtaken, each node for itself', () => {
    const numbers = trackNumbers();
    const heard = [
      numbers.hear('a', 7),
      numbers.hear('a', 8),
      numbers.hear('b', 1),
      numbers.hear('a', 10),
      numbers.hear('a', 9),
      numbers.hear('a', 10),
      numbers.hear('a', 11),
      numbers.hear('b', 2),
    ];
    expect(heard).toEqual(['next', 'next', 'next', 'jump', 'late', 'late', 'next', 'next']);
  });

  it('begin anew with whatever comes first', () => {
    const numbers = trackNumbers();
    numbers.hear('a', 7);
    numbers.forget();
    expect(numbers.hear('a', 3)).toBe('next');
  });

  it('of nodes long silent are forgotten', () => {
    const numbers = trackNumbers();
    numbers.hear('old', 5);
    for (let node = 0; node < 300; node += 1) numbers.hear(`node-${node}`, 1);
    expect(numbers.hear('old', 1)).toBe('next');
    expect(numbers.hear('node-299', 1)).toBe('late');
  });
});
