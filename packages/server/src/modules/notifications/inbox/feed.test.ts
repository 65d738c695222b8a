import { expect, it } from 'vitest';
import { fakeClock } from '../../../../test/fixtures/fakes/fake-clock.ts';
import { fakeTimers } from '../../../../test/fixtures/fakes/fake-timers.ts';
import { createNotificationFeed } from './feed.ts';

const POOL_TIMEOUT = 'timeout exceeded when trying to connect';

const notificationRow = (id: string) => ({
  id,
  type: 'order',
  receiverId: 'ana',
  content: 'Pedido pago.',
  additionalInfo: {},
  read: false,
  versionAt: '2026-11-22T12:00:00.000000',
  uid: null,
  peopleCount: 0,
  title: null,
  quote: null,
});

/** Waits until pending promises have settled. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/**
 * A feed with one device of Ana and a fake database, which stores the notifications `storedIds`. While `failure.message`
 * is set, each read fails with this message.
 */
async function setUpFeed() {
  const timers = fakeTimers();
  const failure: { message: string | null } = { message: null };
  const storedIds: string[] = [];
  let reads = 0;
  const query = async ({ name, values }: { name: string; values: readonly unknown[] }) => {
    reads += 1;
    if (failure.message !== null) throw new Error(failure.message);
    if (name === 'recent unread notifications') return { rows: storedIds.map((id) => ({ id })) };
    const requestedIds = new Set(values.flat());
    return { rows: storedIds.filter((id) => requestedIds.has(id)).map(notificationRow) };
  };
  const feed = createNotificationFeed({
    database: { pool: { query } as never },
    clock: fakeClock(),
    timers,
    log: { warn: () => {} } as never,
  });
  const receivedIds: string[] = [];
  const emit = (_event: string, { id }: { id: string }) => void receivedIds.push(id);
  await feed.lifecycle.joined?.({ actor: { uid: 'ana' }, emit } as never);
  const commit = async (...ids: string[]) => {
    storedIds.push(...ids);
    for (const id of ids) feed.onCommitted(`${id} ana`);
    await settle();
  };
  const pass = async (ms: number) => {
    timers.advance(ms);
    await settle();
  };
  return { feed, timers, failure, storedIds, receivedIds, commit, pass, reads: () => reads };
}

it('a notification is emitted after a delay when the database could not be read', async () => {
  const { failure, receivedIds, commit, pass, timers } = await setUpFeed();
  failure.message = POOL_TIMEOUT;
  await commit('n1', 'n2');
  await pass(60_000);
  expect(receivedIds).toEqual([]);
  failure.message = null;
  await pass(10_000);
  expect(receivedIds).toEqual(['n1', 'n2']);
  expect(timers.countPending()).toBe(0);
});

it('a notification committed during the delay is emitted after it, with one read for all', async () => {
  const { failure, receivedIds, commit, pass, reads } = await setUpFeed();
  failure.message = POOL_TIMEOUT;
  await commit('n1');
  expect(reads()).toBe(1);
  await commit('n2');
  expect(reads()).toBe(1);
  failure.message = null;
  await pass(10_000);
  expect(receivedIds).toEqual(['n1', 'n2']);
  expect(reads()).toBe(2);
});

it('missed notifications are read again after a delay when the database could not be read', async () => {
  const { feed, failure, storedIds, receivedIds, pass } = await setUpFeed();
  storedIds.push('n1');
  failure.message = POOL_TIMEOUT;
  feed.catchUp();
  await settle();
  failure.message = null;
  await pass(10_000);
  expect(receivedIds).toEqual(['n1']);
});

it('a read that failed for another reason than the database is not repeated', async () => {
  const { failure, receivedIds, commit, pass, timers } = await setUpFeed();
  failure.message = 'a row could not be converted';
  await commit('n1');
  expect(timers.countPending()).toBe(0);
  failure.message = null;
  await commit('n2');
  await pass(10_000);
  expect(receivedIds).toEqual(['n2']);
});

it('a feed that was stopped has no timer', async () => {
  const { feed, failure, receivedIds, commit, pass, timers } = await setUpFeed();
  failure.message = POOL_TIMEOUT;
  await commit('n1');
  feed.stop();
  expect(timers.countPending()).toBe(0);
  failure.message = null;
  await pass(60_000);
  expect(receivedIds).toEqual([]);
});

it('a feed that is stopped during a read starts no timer', async () => {
  const { feed, failure, commit, timers } = await setUpFeed();
  failure.message = POOL_TIMEOUT;
  const committed = commit('n1');
  feed.stop();
  await committed;
  expect(timers.countPending()).toBe(0);
});

it('the newest notifications are emitted when too many wait for the database', async () => {
  const { failure, receivedIds, commit, pass } = await setUpFeed();
  failure.message = POOL_TIMEOUT;
  const ids = Array.from({ length: 10_100 }, (_, n) => `n${n}`);
  await commit(...ids);
  failure.message = null;
  await pass(10_000);
  for (let turn = 0; turn < 500; turn += 1) await settle();
  expect(receivedIds).toHaveLength(10_000);
  expect(receivedIds).not.toContain('n0');
  expect(receivedIds).toContain('n10099');
});
