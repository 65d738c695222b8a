import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { PushBrowser } from '../../../../../test/fixtures/clients/push-browser.ts';
import { connectSocket } from '../../../../../test/fixtures/clients/sockets.ts';
import { fakeTimers } from '../../../../../test/fixtures/fakes/fake-timers.ts';
import {
  createNotificationDeliveryFixture,
  type NotificationDeliveryFixture,
  quietHoursNow,
} from '../../../../../test/fixtures/modules/notification-delivery-fixture.ts';
import type { TestPerson } from '../../../../../test/fixtures/server/test-app.ts';

const timers = fakeTimers();
let fixture: NotificationDeliveryFixture;
let ana: TestPerson;
let bia: TestPerson;
let browser: PushBrowser;
beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture({ AWAY_AFTER_SECONDS: '300' }, { timers });
});
beforeEach(async () => {
  fixture.peer.answer({ status: 201 });
  [ana, bia] = await Promise.all([fixture.signInNewPerson(), fixture.signInNewPerson()]);
  browser = await fixture.subscribe(ana);
});
afterAll(() => fixture.close());

const readPushes = () =>
  fixture.peer.readBy(browser).map((push) => (push as { body: string }).body);

/** Records Ana's notification about a message of Bia; returns its id. */
const notifyAna = () =>
  fixture.notify(ana.uid, { type: 'message', senderId: bia.uid, info: { event: 'message' } });

/** The repetitions of Ana's delivery that wait for a later time, as whole minutes from now. */
async function listRetryMinutes(id: string): Promise<number[]> {
  const { rows } = await fixture.pool.query<{ minutes: number }>(
    `SELECT round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
     FROM graphile_worker.jobs WHERE key = 'reach.tell_again:' || $1`,
    [id],
  );
  return rows.map(({ minutes }) => minutes);
}

/** Runs all jobs, also those that were running or waiting to be repeated, until `read` returns `expected`. */
const runJobsUntil = (read: () => unknown, expected: unknown) =>
  expect
    .poll(async () => {
      await fixture.makeJobsDue();
      return read();
    })
    .toEqual(expected);

/** Runs the delivery of a notification, which is not pushed but decided again later, in the returned minutes. */
async function deliverLater(id: string): Promise<number> {
  await fixture.makeJobsDue();
  // A repetition that was just made due counts as zero minutes from now.
  const waitsForLater = async () => ((await listRetryMinutes(id))[0] ?? 0) > 0;
  await expect.poll(waitsForLater).toBe(true);
  await expect.poll(fixture.listJobs).toEqual(['reach.tell']);
  expect(readPushes()).toEqual([]);
  return (await listRetryMinutes(id))[0] ?? 0;
}

async function setQuietHours(isOn: boolean): Promise<void> {
  const settings = await ana.api.notificationDelivery.getPreferences();
  const quietHours = isOn ? quietHoursNow(settings) : null;
  await ana.api.notificationDelivery.updatePreferences({ body: { ...settings, quietHours } });
}

test('a message to somebody who is online is pushed once they are not, unless it was read', async () => {
  const socket = await connectSocket(fixture.app.url, ana);
  await expect.poll(async () => (await ana.api.users.getMe()).status).toBe('online');
  const id = await notifyAna();
  expect(await deliverLater(id)).toBe(1);
  await fixture.pool.query(
    "UPDATE notifications SET created_at = now() - interval '7 minutes' WHERE id = $1",
    [id],
  );
  expect(await deliverLater(id)).toBe(7);
  timers.advance(300_000);
  await fixture.makeJobsDue();
  await expect.poll(readPushes).toEqual(['Olá']);
  await expect.poll(fixture.listJobs).toEqual([]);
  socket.close();
});

test('a message in quiet hours is pushed at their end', async () => {
  await setQuietHours(true);
  const id = await notifyAna();
  expect(Math.abs((await deliverLater(id)) - 360)).toBeLessThanOrEqual(1);
  await setQuietHours(false);
  await fixture.makeJobsDue();
  await expect.poll(readPushes).toEqual(['Olá']);
  await expect.poll(fixture.listJobs).toEqual([]);
});

test('a message that is read in quiet hours is not pushed', async () => {
  await setQuietHours(true);
  const id = await notifyAna();
  await deliverLater(id);
  await fixture.pool.query('UPDATE notifications SET read_at = now() WHERE id = $1', [id]);
  await setQuietHours(false);
  await fixture.makeJobsDue();
  await expect.poll(fixture.listJobs).toEqual([]);
  expect(readPushes()).toEqual([]);
});

test('a push that the service delays into quiet hours is sent at their end', async () => {
  fixture.peer.answer({ status: 429, headers: { 'retry-after': '3600' } }, { status: 201 });
  const id = await notifyAna();
  await fixture.makeJobsDue();
  await expect.poll(readPushes).toHaveLength(1);
  await expect.poll(fixture.listJobs).toEqual(['reach.push']);
  await setQuietHours(true);
  await runJobsUntil(async () => (await listRetryMinutes(id)).length, 1);
  await setQuietHours(false);
  await runJobsUntil(() => readPushes().length, 2);
  await expect.poll(fixture.listJobs).toEqual([]);
});

test('nothing is decided again without a browser, nor about what is not a message', async () => {
  await setQuietHours(true);
  await fixture.notify(ana.uid, { type: 'call', senderId: bia.uid });
  const id = await notifyAna();
  await ana.api.notificationDelivery.unsubscribePush({
    body: { endpoint: browser.subscription.endpoint },
  });
  await runJobsUntil(fixture.listJobs, []);
  expect([readPushes(), await listRetryMinutes(id)]).toEqual([[], []]);
});
