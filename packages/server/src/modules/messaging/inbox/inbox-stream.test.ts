import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GatewaySocket } from '../../../platform/gateway/index.ts';
import { createInboxStream, type InboxEntry } from './inbox-stream.ts';

const inboxEntry = (n: number, origin = 'other'): InboxEntry => ({
  inboxNumber: n,
  origin,
  message: { id: `m${n}` } as unknown as InboxEntry['message'],
});

/** A device that records the numbers it receives. */
function createDevice() {
  const got: number[] = [];
  const connection = {
    emit: (_event: string, _message: unknown, offset: string) => void got.push(Number(offset)),
    drained: async () => undefined,
  } as unknown as GatewaySocket;
  return { connection, got };
}

const numbersUpTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

/** Creates an inbox in a fake database; the test decides when a read finishes. */
function createInbox() {
  const rows: InboxEntry[] = [];
  const reads: (() => void)[] = [];
  let open = true;
  let failures = 0;
  return {
    rows,
    add: (origin?: string) => {
      const one = inboxEntry(rows.length + 1, origin);
      rows.push(one);
      return one;
    },
    hold: () => {
      open = false;
    },
    release: () => {
      open = true;
      for (const go of reads.splice(0)) go();
    },
    fail: (times: number) => {
      failures = times;
    },
    read: async (_uid: string, after: number, limit: number) => {
      if (failures > 0) {
        failures -= 1;
        throw new Error('away');
      }
      const page = rows.slice(after, after + limit);
      if (!open) await new Promise<void>((resolve) => reads.push(resolve));
      return page;
    },
  };
}

const settleImmediates = () => new Promise((resolve) => setImmediate(resolve));
const streamOf = (store: ReturnType<typeof createInbox>) =>
  createInboxStream('a', {
    readInbox: store.read,
    waitBeforeRetry: settleImmediates as () => Promise<void>,
  });

describe('a device', () => {
  it('gets missed entries page by page, and new ones after them', async () => {
    const store = createInbox();
    for (let n = 0; n < 450; n += 1) store.add();
    const stream = streamOf(store);
    const { connection, got } = createDevice();
    store.hold();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    stream.offer(store.add());
    store.release();
    stream.offer(store.add());
    await joining;
    stream.offer(store.add());
    expect(got).toEqual(numbersUpTo(453));
  });

  it('reads skipped entries once', async () => {
    const store = createInbox();
    const stream = streamOf(store);
    const { connection, got } = createDevice();
    await stream.join(connection, { inboxNumber: 0, origin: 'me' });
    store.add();
    store.add();
    const third = store.add();
    stream.offer(third);
    stream.offer(third);
    await settleImmediates();
    expect(got).toEqual([1, 2, 3]);
  });

  it('does not get its own messages, and continues after them', async () => {
    const store = createInbox();
    const stream = streamOf(store);
    const [mine, second] = [createDevice(), createDevice()];
    await stream.join(mine.connection, { inboxNumber: 0, origin: 'me' });
    await stream.join(second.connection, { inboxNumber: 0, origin: 'tab' });
    for (const origin of ['me', 'other', '', 'me']) stream.offer(store.add(origin));
    expect([mine.got, second.got]).toEqual([
      [2, 3],
      [1, 2, 3, 4],
    ]);
  });

  it('reads again after a database failure, and when rechecked during a read', async () => {
    const store = createInbox();
    const stream = streamOf(store);
    const { connection, got } = createDevice();
    await stream.join(connection, { inboxNumber: 0, origin: 'me' });
    store.add();
    store.fail(3);
    stream.advanceHead(1);
    await expect.poll(() => got).toEqual([1]);
    store.hold();
    stream.recheck();
    store.add();
    stream.recheck();
    store.release();
    await expect.poll(() => got).toEqual([1, 2]);
  });

  it('gets nothing after it left, also within a page', async () => {
    const store = createInbox();
    store.add();
    const stream = streamOf(store);
    const { connection, got } = createDevice();
    store.hold();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    expect(stream.leave(connection)).toBe(0);
    store.release();
    await joining;
    stream.offer(store.add());
    expect([got, stream.isEmpty, stream.leave(connection)]).toEqual([[], true, null]);
  });
});

type StreamStep =
  | 'add'
  | 'add and lose the hint'
  | 'hint late'
  | 'join'
  | 'hold'
  | 'release'
  | 'wait';

describe('with lost, late or slow notifications', () => {
  it('each device gets everything from its start, once and in order', async () => {
    const steps = fc.array(
      fc.constantFrom<StreamStep>(
        'add',
        'add and lose the hint',
        'hint late',
        'join',
        'hold',
        'release',
        'wait',
      ),
      { maxLength: 60 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (walk) => {
        const store = createInbox();
        const stream = streamOf(store);
        const devices: { got: number[]; from: number }[] = [];
        const late: InboxEntry[] = [];
        const act: Record<StreamStep, () => unknown> = {
          add: () => stream.offer(store.add()),
          'add and lose the hint': () => late.push(store.add()),
          'hint late': () => {
            const one = late.pop();
            if (one) stream.offer(one);
          },
          join: () => {
            const { connection, got } = createDevice();
            const from = Math.max(0, store.rows.length - 3);
            devices.push({ got, from });
            void stream.join(connection, { inboxNumber: from, origin: 'me' });
          },
          hold: store.hold,
          release: store.release,
          wait: settleImmediates,
        };
        for (const step of walk) await act[step]();
        store.release();
        stream.advanceHead(store.rows.length);
        for (let turn = 0; turn < 5; turn += 1) await settleImmediates();
        for (const { got, from } of devices)
          expect(got).toEqual(numbersUpTo(store.rows.length).slice(from));
      }),
      { numRuns: 2_000 },
    );
  });
});
