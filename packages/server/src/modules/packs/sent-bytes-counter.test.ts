import { describe, expect, it } from 'vitest';
import { fakeTimers } from '../../../test/fixtures/fakes/fake-timers.ts';
import type { SentBytes } from './download-store.ts';
import { createSentBytesCounter } from './sent-bytes-counter.ts';

const fileKey = (n: number) => ({ orderId: `p${n}`, archiveId: `a${n}`, kind: 'view' }) as const;

/** Creates a counter whose statements are recorded; `fail` makes its statements fail. */
function startCounter() {
  const timers = fakeTimers();
  const writtenBatches: SentBytes[][] = [];
  const databaseState = { fail: false };
  const insert = () => ({
    values: (rows: SentBytes[]) => ({
      onConflictDoUpdate: async () => {
        if (databaseState.fail) throw new Error('the database is away');
        writtenBatches.push(rows);
      },
    }),
  });
  const database = { db: { insert } as never };
  const warnings: string[] = [];
  const log = { warn: (_facts: object, message: string) => void warnings.push(message) };
  return {
    counter: createSentBytesCounter({ database, timers, log }),
    timers,
    writtenBatches,
    databaseState,
    warnings,
  };
}

/** Lets the callbacks of settled promises run. */
const settleImmediates = () => new Promise((resolve) => setImmediate(resolve));

describe('the counter of sent bytes', () => {
  it('adds up what is sent of a file and stores it once after the interval', async () => {
    const { counter, timers, writtenBatches } = startCounter();
    for (let n = 0; n < 1_000; n += 1) counter.count(fileKey(1), 10);
    counter.count(fileKey(1), null);
    expect(writtenBatches).toEqual([]);
    timers.advance(5_000);
    await settleImmediates();
    expect(writtenBatches).toMatchObject([
      [{ ...fileKey(1), requests: 1_001, redirects: 1, bytes: 10_000 }],
    ]);
    timers.advance(60_000);
    await settleImmediates();
    expect(writtenBatches).toHaveLength(1);
  });

  it('keeps what could not be stored, and stores it later with what came since', async () => {
    const { counter, timers, writtenBatches, databaseState, warnings } = startCounter();
    counter.count(fileKey(1), 10);
    databaseState.fail = true;
    timers.advance(5_000);
    await settleImmediates();
    expect(warnings).toHaveLength(1);
    counter.count(fileKey(1), 5);
    databaseState.fail = false;
    timers.advance(5_000);
    await settleImmediates();
    expect(writtenBatches).toMatchObject([[{ requests: 2, bytes: 15 }]]);
  });

  it('stores at once when much is collected, in statements of limited size', async () => {
    const { counter, writtenBatches } = startCounter();
    for (let n = 0; n < 1_200; n += 1) counter.count(fileKey(n), 1);
    await settleImmediates();
    await counter.store();
    expect(writtenBatches.map((rows) => rows.length)).toEqual([500, 500, 200]);
  });

  it('drops new counts while too many wait', async () => {
    const { counter, writtenBatches, databaseState } = startCounter();
    databaseState.fail = true;
    for (let n = 0; n < 20_100; n += 1) counter.count(fileKey(n), 1);
    await settleImmediates();
    databaseState.fail = false;
    await counter.store();
    expect(writtenBatches.flat()).toHaveLength(20_000);
  });
});
