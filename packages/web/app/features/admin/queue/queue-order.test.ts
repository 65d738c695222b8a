import { describe, expect, it } from 'vitest';
import {
  itemAfterDecision,
  itemAfterSteps,
  selectAllOfKind,
  selectedKind,
  toggleSelection,
} from './queue-order.ts';

const buildQueueItem = (id: string, kind = 'report', state = 'open') => ({ id, kind, state });
const queueItems = [
  buildQueueItem('a'),
  buildQueueItem('b'),
  buildQueueItem('w', 'withdrawal'),
  buildQueueItem('f', 'feedback'),
  buildQueueItem('c'),
];
const noSelectedItems = new Set<string>();

describe('moving in the queue', () => {
  it('goes to the neighbours, starts at the first item and stops at both ends', () => {
    expect(itemAfterSteps(queueItems, undefined, 1)?.id).toBe('a');
    expect(itemAfterSteps(queueItems, 'a', 1)?.id).toBe('b');
    expect(itemAfterSteps(queueItems, 'a', -1)).toBeUndefined();
    expect(itemAfterSteps(queueItems, 'c', 1)).toBeUndefined();
  });

  it('continues after the decided item, and before it at the end of the list', () => {
    expect(itemAfterDecision(queueItems, 'a')?.id).toBe('b');
    expect(itemAfterDecision(queueItems, 'c')?.id).toBe('f');
    expect(itemAfterDecision([buildQueueItem('a')], 'a')).toBeUndefined();
  });
});

describe('selecting several items', () => {
  it('adds an item and removes it again', () => {
    const selectedA = toggleSelection(queueItems, noSelectedItems, 'a', null);
    expect([...selectedA]).toEqual(['a']);
    expect([...toggleSelection(queueItems, selectedA, 'a', null)]).toEqual([]);
  });

  it('adds a range of one kind, in both directions', () => {
    expect([...toggleSelection(queueItems, new Set(['a']), 'c', 'a')]).toEqual(['a', 'b', 'c']);
    expect([...toggleSelection(queueItems, new Set(['c']), 'a', 'c')].sort()).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('contains only items of one kind, and neither items about money nor closed ones', () => {
    const selection = new Set(['a']);
    expect(toggleSelection(queueItems, selection, 'f', null)).toBe(selection);
    expect(toggleSelection(queueItems, noSelectedItems, 'w', null)).toBe(noSelectedItems);
    expect(
      toggleSelection([buildQueueItem('x', 'report', 'closed')], noSelectedItems, 'x', null),
    ).toBe(noSelectedItems);
    expect(selectedKind(queueItems, selection)).toBe('report');
  });

  it('adds all shown items of the kind, up to the maximum', () => {
    expect([...selectAllOfKind(queueItems, noSelectedItems, 50)]).toEqual(['a', 'b', 'c']);
    expect([...selectAllOfKind(queueItems, new Set(['f']), 50)]).toEqual(['f']);
    expect([...selectAllOfKind(queueItems, noSelectedItems, 2)]).toEqual(['a', 'b']);
  });
});
