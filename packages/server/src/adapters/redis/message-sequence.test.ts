import { describe, expect, it } from 'vitest';
import { createSequenceTracker, parseMessage, serializeMessage } from './message-sequence.ts';

describe('a message between nodes', () => {
  it('is the same after serializing and parsing', () => {
    const message = {
      nodeId: '0199-a',
      sequenceNumber: 12,
      topic: 'emit',
      message: { text: 'a b\n"c" 👋🏽' },
    };
    expect(parseMessage(serializeMessage(message))).toEqual(message);
  });

  it.each(['', 'x', 'a b {}', 'a 1 {', 'a 1 ', 'a -1 []', '{"from":1}'])(
    'is null when its text is malformed: %j',
    (text) => {
      expect(parseMessage(text)).toBeNull();
    },
  );
});

describe('the sequence numbers of messages', () => {
  it('show missing and late messages of each node separately', () => {
    const tracker = createSequenceTracker();
    const outcomes = [
      tracker.next('a', 7),
      tracker.next('a', 8),
      tracker.next('b', 1),
      tracker.next('a', 10),
      tracker.next('a', 9),
      tracker.next('a', 10),
      tracker.next('a', 11),
      tracker.next('b', 2),
    ];
    expect(outcomes).toEqual(['next', 'next', 'next', 'gap', 'late', 'late', 'next', 'next']);
  });

  it('start again with any number after the tracker forgot them', () => {
    const tracker = createSequenceTracker();
    tracker.next('a', 7);
    tracker.forget();
    expect(tracker.next('a', 3)).toBe('next');
  });

  it('of the node that was silent longest are forgotten when there are many nodes', () => {
    const tracker = createSequenceTracker();
    tracker.next('old', 5);
    for (let node = 0; node < 300; node += 1) tracker.next(`node-${node}`, 1);
    expect(tracker.next('old', 1)).toBe('next');
    expect(tracker.next('node-299', 1)).toBe('late');
  });
});
