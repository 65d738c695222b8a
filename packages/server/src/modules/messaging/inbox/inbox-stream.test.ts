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
  const receivedNumbers: number[] = [];
  const connection = {
    emit: (_event: string, _message: unknown, offset: string) =>
      void receivedNumbers.push(Number(offset)),
    drained: async () => undefined,
  } as unknown as GatewaySocket;
  return { connection, receivedNumbers };
}

const numbersUpTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

/** Creates an inbox in a fake database; the test decides when a read finishes. */
function createInbox() {
  const rows: InboxEntry[] = [];
  const pendingReads: (() => void)[] = [];
  let areReadsAnswered = true;
  let failuresLeft = 0;
  let arePagesAllowed = true;
  let pagesTaken = 0;
  return {
    rows,
    /** Refuses further pages until the returned function is called. */
    holdPages: () => {
      arePagesAllowed = false;
      return () => {
        arePagesAllowed = true;
      };
    },
    tryTakePage: async () => {
      if (arePagesAllowed) pagesTaken += 1;
      return arePagesAllowed;
    },
    pagesTaken: () => pagesTaken,
    add: (origin?: string) => {
      const entry = inboxEntry(rows.length + 1, origin);
      rows.push(entry);
      return entry;
    },
    hold: () => {
      areReadsAnswered = false;
    },
    release: () => {
      areReadsAnswered = true;
      for (const finishRead of pendingReads.splice(0)) finishRead();
    },
    fail: (times: number) => {
      failuresLeft = times;
    },
    read: async (_uid: string, after: number, limit: number) => {
      if (failuresLeft > 0) {
        failuresLeft -= 1;
        throw new Error('away');
      }
      const page = rows.slice(after, after + limit);
      if (!areReadsAnswered) await new Promise<void>((resolve) => pendingReads.push(resolve));
      return page;
    },
  };
}

const settleImmediates = () => new Promise((resolve) => setImmediate(resolve));
const streamOf = (inbox: ReturnType<typeof createInbox>) =>
  createInboxStream('a', {
    readInbox: inbox.read,
    tryTakePage: inbox.tryTakePage,
    waitBeforePage: settleImmediates as () => Promise<void>,
    waitBeforeRetry: settleImmediates as () => Promise<void>,
  });

describe('a device', () => {
  it('gets missed entries page by page, and new ones after them', async () => {
    const inbox = createInbox();
    for (let n = 0; n < 450; n += 1) inbox.add();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    inbox.hold();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    stream.offer(inbox.add());
    inbox.release();
    stream.offer(inbox.add());
    await joining;
    stream.offer(inbox.add());
    expect(receivedNumbers).toEqual(numbersUpTo(453));
  });

  it('reads a further page only when its person may', async () => {
    const inbox = createInbox();
    for (let n = 0; n < 450; n += 1) inbox.add();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    const releasePages = inbox.holdPages();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    for (let turn = 0; turn < 10; turn += 1) await settleImmediates();
    stream.offer(inbox.add());
    expect(receivedNumbers).toEqual(numbersUpTo(200));
    releasePages();
    await joining;
    expect(receivedNumbers).toEqual(numbersUpTo(451));
    expect(inbox.pagesTaken()).toBe(2);
  });

  it('takes no page after it left', async () => {
    const inbox = createInbox();
    for (let n = 0; n < 450; n += 1) inbox.add();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    const releasePages = inbox.holdPages();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    await expect.poll(() => receivedNumbers).toEqual(numbersUpTo(200));
    await settleImmediates();
    expect(stream.leave(connection)).toBe(200);
    releasePages();
    await joining;
    expect([inbox.pagesTaken(), receivedNumbers.length]).toEqual([0, 200]);
  });

  it('reads skipped entries once', async () => {
    const inbox = createInbox();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    await stream.join(connection, { inboxNumber: 0, origin: 'me' });
    inbox.add();
    inbox.add();
    const thirdEntry = inbox.add();
    stream.offer(thirdEntry);
    stream.offer(thirdEntry);
    await settleImmediates();
    expect(receivedNumbers).toEqual([1, 2, 3]);
  });

  it('does not get its own messages, and continues after them', async () => {
    const inbox = createInbox();
    const stream = streamOf(inbox);
    const [mine, second] = [createDevice(), createDevice()];
    await stream.join(mine.connection, { inboxNumber: 0, origin: 'me' });
    await stream.join(second.connection, { inboxNumber: 0, origin: 'tab' });
    for (const origin of ['me', 'other', '', 'me']) stream.offer(inbox.add(origin));
    expect([mine.receivedNumbers, second.receivedNumbers]).toEqual([
      [2, 3],
      [1, 2, 3, 4],
    ]);
  });

  it('reads again after a database failure, and when rechecked during a read', async () => {
    const inbox = createInbox();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    await stream.join(connection, { inboxNumber: 0, origin: 'me' });
    inbox.add();
    inbox.fail(3);
    stream.advanceHead(1);
    await expect.poll(() => receivedNumbers).toEqual([1]);
    inbox.hold();
    stream.recheck();
    inbox.add();
    stream.recheck();
    inbox.release();
    await expect.poll(() => receivedNumbers).toEqual([1, 2]);
  });

  it('gets nothing after it left, also within a page', async () => {
    const inbox = createInbox();
    inbox.add();
    const stream = streamOf(inbox);
    const { connection, receivedNumbers } = createDevice();
    inbox.hold();
    const joining = stream.join(connection, { inboxNumber: 0, origin: 'me' });
    expect(stream.leave(connection)).toBe(0);
    inbox.release();
    await joining;
    stream.offer(inbox.add());
    expect([receivedNumbers, stream.isEmpty, stream.leave(connection)]).toEqual([[], true, null]);
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
    const stepsArbitrary = fc.array(
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
      fc.asyncProperty(stepsArbitrary, async (randomSteps) => {
        const inbox = createInbox();
        const stream = streamOf(inbox);
        const devices: { receivedNumbers: number[]; from: number }[] = [];
        const lateEntries: InboxEntry[] = [];
        const stepActions: Record<StreamStep, () => unknown> = {
          add: () => stream.offer(inbox.add()),
          'add and lose the hint': () => lateEntries.push(inbox.add()),
          'hint late': () => {
            const lateEntry = lateEntries.pop();
            if (lateEntry) stream.offer(lateEntry);
          },
          join: () => {
            const { connection, receivedNumbers } = createDevice();
            const from = Math.max(0, inbox.rows.length - 3);
            devices.push({ receivedNumbers, from });
            void stream.join(connection, { inboxNumber: from, origin: 'me' });
          },
          hold: inbox.hold,
          release: inbox.release,
          wait: settleImmediates,
        };
        for (const step of randomSteps) await stepActions[step]();
        inbox.release();
        stream.advanceHead(inbox.rows.length);
        for (let round = 0; round < 5; round += 1) await settleImmediates();
        for (const { receivedNumbers, from } of devices)
          expect(receivedNumbers).toEqual(numbersUpTo(inbox.rows.length).slice(from));
      }),
      { numRuns: 2_000 },
    );
  });
});
