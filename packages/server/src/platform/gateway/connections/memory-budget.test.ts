import { expect, it, vi } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

const waitForNextTurn = () => new Promise(setImmediate);

it('a connection above its own limit is closed, once', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 1_000 });
  const cut = vi.fn();
  const memoryUse = budget.open(cut);
  memoryUse.add(100);
  await waitForNextTurn();
  expect(cut).not.toHaveBeenCalled();
  memoryUse.add(1);
  expect(cut).not.toHaveBeenCalled();
  memoryUse.add(50);
  await waitForNextTurn();
  expect(cut).toHaveBeenCalledOnce();
  expect(budget.total).toBe(0);
});

it('a connection that frees its memory stays open', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 1_000 });
  const cut = vi.fn();
  const memoryUse = budget.open(cut);
  for (let round = 0; round < 10; round += 1) {
    memoryUse.add(90);
    memoryUse.add(-90);
  }
  await waitForNextTurn();
  expect(cut).not.toHaveBeenCalled();
});

it('the largest connection is closed when all together exceed the limit', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 150 });
  const [small, large] = [vi.fn(), vi.fn()];
  budget.open(large).add(80);
  const memoryUse = budget.open(small);
  memoryUse.add(40);
  memoryUse.add(31);
  await waitForNextTurn();
  expect([small, large].map((cut) => cut.mock.calls.length)).toEqual([0, 1]);
  expect(budget.total).toBe(71);
});

it('a closed connection does not count', () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 150 });
  const memoryUse = budget.open(vi.fn());
  memoryUse.add(60);
  memoryUse.end();
  memoryUse.add(-60);
  memoryUse.end();
  expect(budget.total).toBe(0);
});
