import { describe, expect, it } from 'vitest';
import { createSequenceTracker, parseMessage, serializeMessage } from './message-sequence.ts';

describe('a note on its way', () => {
  it('comes out as it went in', () => {
    const message = { from: '0199-a', n: 12, topic: 'emit', message: { text: 'a b\n"c" 👋🏽' } };
    expect(parseMessage(serializeMessage(message))).toEqual(message);
  });

  it.each(['', 'x', 'a b {}', 'a 1 {', 'a 1 ', 'a -1 []', '{"from":1}'])(
    'that no node has written (%j) is none',
    (text) => {
      expect(parseMessage(text)).toBeNull();
    },
  );
});

describe('the numbers of notes', () => {
  it('show what is missing and what was overtaken, each node for itself', () => {
    const numbers = createSequenceTracker();
    const heard = [
      numbers.next('a', 7),
      numbers.next('a', 8),
      numbers.next('b', 1),
      numbers.next('a', 10),
      numbers.next('a', 9),
      numbers.next('a', 10),
      numbers.next('a', 11),
      numbers.next('b', 2),
    ];
    expect(heard).toEqual(['next', 'next', 'next', 'gap', 'late', 'late', 'next', 'next']);
  });

  it('begin anew with whatever comes first', () => {
    const numbers = createSequenceTracker();
    numbers.next('a', 7);
    numbers.forget();
    expect(numbers.next('a', 3)).toBe('next');
  });

  it('of nodes long silent are forgotten', () => {
    const numbers = createSequenceTracker();
    numbers.next('old', 5);
    for (let node = 0; node < 300; node += 1) numbers.next(`node-${node}`, 1);
    expect(numbers.next('old', 1)).toBe('next');
    expect(numbers.next('node-299', 1)).toBe('late');
  });
});
