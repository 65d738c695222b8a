import { describe, expect, it } from 'vitest';
import {
  itemAfterDecision,
  itemAfterSteps,
  selectAllOfKind,
  selectedKind,
  toggleSelection,
} from './queue-order.ts';

const item = (id: string, kind = 'report', state = 'open') => ({ id, kind, state });
const items = [item('a'), item('b'), item('w', 'withdrawal'), item('f', 'feedback'), item('c')];
const noItems = new Set<string>();

describe('moving in the queue', () => {
  it('goes to the neighbours, starts at the first item and stops at both ends', () => {
    expect(itemAfterSteps(items, undefined, 1)?.id).toBe('a');
    expect(itemAfterSteps(items, 'a', 1)?.id).toBe('b');
    expect(itemAfterSteps(items, 'a', -1)).toBeUndefined();
    expect(itemAfterSteps(items, 'c', 1)).toBeUndefined();
  });

  it('continues after the decided item, and before it at the end of the list', () => {
    expect(itemAfterDecision(items, 'a')?.id).toBe('b');
    expect(itemAfterDecision(items, 'c')?.id).toBe('f');
    expect(itemAfterDecision([item('a')], 'a')).toBeUndefined();
  });
});

describe('selecting several items', () => {
  it('adds an item and removes it again', () => {
    const one = toggleSelection(items, noItems, 'a', null);
    expect([...one]).toEqual(['a']);
    expect([...toggleSelection(items, one, 'a', null)]).toEqual([]);
  });

  it('adds a range of one kind, in both directions', () => {
    expect([...toggleSelection(items, new Set(['a']), 'c', 'a')]).toEqual(['a', 'b', 'c']);
    expect([...toggleSelection(items, new Set(['c']), 'a', 'c')].sort()).toEqual(['a', 'b', 'c']);
  });

  it('contains only items of one kind, and neither items about money nor closed ones', () => {
    const selection = new Set(['a']);
    expect(toggleSelection(items, selection, 'f', null)).toBe(selection);
    expect(toggleSelection(items, noItems, 'w', null)).toBe(noItems);
    expect(toggleSelection([item('x', 'report', 'closed')], noItems, 'x', null)).toBe(noItems);
    expect(selectedKind(items, selection)).toBe('report');
  });

  it('adds all shown items of the kind, up to the maximum', () => {
    expect([...selectAllOfKind(items, noItems, 50)]).toEqual(['a', 'b', 'c']);
    expect([...selectAllOfKind(items, new Set(['f']), 50)]).toEqual(['f']);
    expect([...selectAllOfKind(items, noItems, 2)]).toEqual(['a', 'b']);
  });
});
