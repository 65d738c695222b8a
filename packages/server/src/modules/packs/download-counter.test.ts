import { describe, expect, it } from 'vitest';
import { createDownloadCounter } from './download-counter.ts';

const fileOf = (n: number) => ({ orderId: `p${n}`, archiveId: `a${n}`, kind: 'view' }) as const;

interface StartedStatement {
  readonly row: { readonly orderId: string; readonly count: number };
  readonly done: PromiseWithResolvers<void>;
}

/** Creates a counter whose statements end when the test says so. */
function startCounter() {
  const statements: StartedStatement[] = [];
  const insert = () => ({
    values: (row: StartedStatement['row']) => ({
      onConflictDoUpdate: () => {
        const statement = { row, done: Promise.withResolvers<void>() };
        statements.push(statement);
        return statement.done.promise;
      },
    }),
  });
  const counter = createDownloadCounter({ db: { insert } as never });
  return { counter, statements, countsOf: () => statements.map(({ row }) => row.count) };
}

/** Lets the callbacks of settled promises run. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

describe('the counter of downloads', () => {
  it('runs one statement at a time for a file, and the next one counts all that came meanwhile', async () => {
    const { counter, statements, countsOf } = startCounter();
    const first = counter.count(fileOf(1));
    await settlePromises();
    const others = Array.from({ length: 999 }, () => counter.count(fileOf(1)));
    await settlePromises();
    expect(countsOf()).toEqual([1]);
    statements[0]?.done.resolve();
    await first;
    await settlePromises();
    expect(countsOf()).toEqual([1, 999]);
    statements[1]?.done.resolve();
    await Promise.all(others);
    void counter.count(fileOf(1));
    await settlePromises();
    expect(countsOf()).toEqual([1, 999, 1]);
  });

  it('does not let files wait for each other', async () => {
    const { counter, statements } = startCounter();
    void counter.count(fileOf(1));
    void counter.count(fileOf(2));
    await settlePromises();
    expect(statements.map(({ row }) => row.orderId)).toEqual(['p1', 'p2']);
  });

  it('resolves only when the download is stored, and rejects when it is not', async () => {
    const { counter, statements, countsOf } = startCounter();
    const refused = counter.count(fileOf(1));
    await settlePromises();
    let isStored = false;
    const stored = counter.count(fileOf(1)).then(() => {
      isStored = true;
    });
    statements[0]?.done.reject(new Error('the database is away'));
    await expect(refused).rejects.toThrow('the database is away');
    await settlePromises();
    expect({ counts: countsOf(), isStored }).toEqual({ counts: [1, 1], isStored: false });
    statements[1]?.done.resolve();
    await stored;
  });
});
