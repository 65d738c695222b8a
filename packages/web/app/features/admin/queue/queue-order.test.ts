import { describe, expect, it } from 'vitest';
import { afterDeciding, kindSelected, select, selectAll, stepFrom } from './queue-order.ts';

const item = (id: string, kind = 'report', state = 'open') => ({ id, kind, state });
const items = [item('a'), item('b'), item('w', 'withdrawal'), item('f', 'feedback'), item('c')];
const none = new Set<string>();

describe('moving in the queue', () => {
  it('steps to neighbours, starts at the first and ends at the ends', () => {
    expect(stepFrom(items, undefined, 1)?.id).toBe('a');
    expect(stepFrom(items, 'a', 1)?.id).toBe('b');
    expect(stepFrom(items, 'a', -1)).toBeUndefined();
    expect(stepFrom(items, 'c', 1)).toBeUndefined();
  });

  it('goes on behind what was decided, and before it at the end', () => {
    expect(afterDeciding(items, 'a')?.id).toBe('b');
    expect(afterDeciding(items, 'c')?.id).toBe('f');
    expect(afterDeciding([item('a')], 'a')).toBeUndefined();
  });
});

describe('selecting several', () => {
  it('takes one in and out', () => {
    const one = select(items, none, 'a', null);
    expect([...one]).toEqual(['a']);
    expect([...select(items, one, 'a', null)]).toEqual([]);
  });

  it('takes in a range of one kind, in either direction', () => {
    expect([...select(items, new Set(['a']), 'c', 'a')]).toEqual(['a', 'b', 'c']);
    expect([...select(items, new Set(['c']), 'a', 'c')].sort()).toEqual(['a', 'b', 'c']);
  });

  it('keeps to one kind, and leaves money and what is closed alone', () => {
    const held = new Set(['a']);
    expect(select(items, held, 'f', null)).toBe(held);
    expect(select(items, none, 'w', null)).toBe(none);
    expect(select([item('x', 'report', 'closed')], none, 'x', null)).toBe(none);
    expect(kindSelected(items, held)).toBe('report');
  });

  it('takes all that are shown of the kind, up to the most', () => {
    expect([...selectAll(items, none, 50)]).toEqual(['a', 'b', 'c']);
    expect([...selectAll(items, new Set(['f']), 50)]).toEqual(['f']);
    expect([...selectAll(items, none, 2)]).toEqual(['a', 'b']);
  });
});
