import { expect, it, vi } from 'vitest';
import { createMemoryBudget } from './memory-budget.ts';

const nextTurn = () => new Promise(setImmediate);

it('a connection above its own limit is closed, once', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 1_000 });
  const cut = vi.fn();
  const use = budget.open(cut);
  use.add(100);
  await nextTurn();
  expect(cut).not.toHaveBeenCalled();
  use.add(1);
  expect(cut).not.toHaveBeenCalled();
  use.add(50);
  await nextTurn();
  expect(cut).toHaveBeenCalledOnce();
  expect(budget.total).toBe(0);
});

it('a connection that frees its memory stays open', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 1_000 });
  const cut = vi.fn();
  const use = budget.open(cut);
  for (let round = 0; round < 10; round += 1) {
    use.add(90);
    use.add(-90);
  }
  await nextTurn();
  expect(cut).not.toHaveBeenCalled();
});

it('the largest connection is closed when all together exceed the limit', async () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 150 });
  const [small, large] = [vi.fn(), vi.fn()];
  budget.open(large).add(80);
  const use = budget.open(small);
  use.add(40);
  use.add(31);
  await nextTurn();
  expect([small, large].map((cut) => cut.mock.calls.length)).toEqual([0, 1]);
  expect(budget.total).toBe(71);
});

it('a closed connection does not count', () => {
  const budget = createMemoryBudget({ perConnection: 100, inTotal: 150 });
  const use = budget.open(vi.fn());
  use.add(60);
  use.end();
  use.add(-60);
  use.end();
  expect(budget.total).toBe(0);
});
