import { expect, it, vi } from 'vitest';
import { openMemoryBudget } from './memory-budget.ts';

const turn = () => new Promise(setImmediate);

it('cuts a connection that keeps more than one may, once', async () => {
  const budget = openMemoryBudget({ each: 100, all: 1_000 });
  const cut = vi.fn();
  const holding = budget.open(cut);
  holding.add(100);
  await turn();
  expect(cut).not.toHaveBeenCalled();
  holding.add(1);
  expect(cut).not.toHaveBeenCalled();
  holding.add(50);
  await turn();
  expect(cut).toHaveBeenCalledOnce();
  expect(budget.total).toBe(0);
});

it('leaves one alone that lets go of what it kept', async () => {
  const budget = openMemoryBudget({ each: 100, all: 1_000 });
  const cut = vi.fn();
  const holding = budget.open(cut);
  for (let n = 0; n < 10; n += 1) {
    holding.add(90);
    holding.add(-90);
  }
  await turn();
  expect(cut).not.toHaveBeenCalled();
});

it('cuts the connection that keeps the most when all together keep too much', async () => {
  const budget = openMemoryBudget({ each: 100, all: 150 });
  const [small, large] = [vi.fn(), vi.fn()];
  budget.open(large).add(80);
  const holding = budget.open(small);
  holding.add(40);
  holding.add(31);
  await turn();
  expect([small, large].map((cut) => cut.mock.calls.length)).toEqual([0, 1]);
  expect(budget.total).toBe(71);
});

it('counts nothing of a connection that has ended', () => {
  const budget = openMemoryBudget({ each: 100, all: 150 });
  const holding = budget.open(vi.fn());
  holding.add(60);
  holding.end();
  holding.add(-60);
  holding.end();
  expect(budget.total).toBe(0);
});
