import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectSocket } from '../../../../test/fixtures/clients/sockets.ts';
import { buildPaidOrder, buildService } from '../../../../test/fixtures/data/builders.ts';
import {
  startTestApp,
  type TestApp,
  type TestPerson,
} from '../../../../test/fixtures/server/test-app.ts';
import { delayUnreadTasks, runUnreadTasks } from '../../../../test/fixtures/server/unread-tasks.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  await delayUnreadTasks(app.pool);
});
afterAll(() => app.close());

let personCount = 0;
const createPair = async () => {
  personCount += 1;
  return Promise.all([app.signIn(`Ana${personCount}`), app.signIn(`Bia${personCount}`)]);
};

async function sendMessages(
  sender: TestPerson,
  receiver: TestPerson,
  ...texts: string[]
): Promise<void> {
  const socket = await connectSocket(app.url, sender);
  for (const message of texts)
    expect(await socket.send('sendMessage', { receiverId: receiver.uid, message })).toMatchObject({
      ok: true,
    });
  socket.close();
}

const readConversation = (reader: TestPerson, sender: TestPerson) =>
  reader.api.messaging.readMessages({ body: { senderId: sender.uid, receiverId: reader.uid } });

/** The queued jobs about unread messages of this receiver, with the minutes until each job runs. */
const listReminderJobs = async (receiver: TestPerson) =>
  (
    await app.pool.query(
      `SELECT key, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
       FROM graphile_worker.jobs WHERE key LIKE '%' || $1 || ':%' ORDER BY key`,
      [receiver.uid],
    )
  ).rows as { key: string; minutes: number }[];

const listNotificationsOf = async (person: TestPerson) =>
  (await person.api.notifications.listNotifications({ query: {} })).notifications.map(
    ({ type, content, read: seen }) => ({ type, content, read: seen }),
  );

it('unread messages cause one notification per sender, with the last message', async () => {
  const [ana, bia] = await createPair();
  const device = await connectSocket(app.url, bia);
  await sendMessages(ana, bia, 'Oi', 'Está aí?');
  await runUnreadTasks(app.pool);
  const [heard] = await device.waitFor('notification');
  expect(heard).toMatchObject({ type: 'message', senderId: ana.uid, content: 'Está aí?' });
  await sendMessages(ana, bia, 'Olá?');
  expect(await listNotificationsOf(bia)).toEqual([
    { type: 'message', content: 'Está aí?', read: false },
  ]);
  await readConversation(bia, ana);
  expect(await device.waitFor('notificationsRead')).toHaveLength(1);
  expect(await listNotificationsOf(bia)).toMatchObject([{ read: true }]);
  await sendMessages(ana, bia, 'De novo');
  await runUnreadTasks(app.pool);
  await device.waitFor('notification', 2);
  expect(await listNotificationsOf(bia)).toEqual([
    { type: 'message', content: 'De novo', read: false },
  ]);
});

/** Moves the last message between two people into the past, as if nobody had written for some seconds. */
const pauseConversation = (person: TestPerson) =>
  app.pool.query(
    `UPDATE conversations SET last_sent_at = last_sent_at - interval '3 seconds'
     WHERE $1 IN (low_id, high_id)`,
    [person.uid],
  );

it('a message after a pause renews the notification, whether it is unread or was marked as read', async () => {
  const [ana, bia] = await createPair();
  const device = await connectSocket(app.url, bia);
  await sendMessages(ana, bia, 'Oi');
  await runUnreadTasks(app.pool);
  await device.waitFor('notification');
  await pauseConversation(bia);
  await sendMessages(ana, bia, 'Está aí?');
  await runUnreadTasks(app.pool);
  await device.waitFor('notification', 2);
  expect(await listNotificationsOf(bia)).toMatchObject([{ content: 'Está aí?', read: false }]);
  await bia.api.notifications.markAllRead({ params: { uid: bia.uid } });
  await pauseConversation(bia);
  await sendMessages(ana, bia, 'Posso pagar agora?');
  await runUnreadTasks(app.pool);
  await device.waitFor('notification', 3);
  expect(await listNotificationsOf(bia)).toMatchObject([
    { content: 'Posso pagar agora?', read: false },
  ]);
  const reminders = (await listReminderJobs(bia)).filter(({ key }) => key.startsWith('remind'));
  expect(reminders).toMatchObject([{ minutes: 15 }]);
});

it('messages without a pause renew the notification as long as they come', async () => {
  const [ana, bia] = await createPair();
  const device = await connectSocket(app.url, bia);
  const countJobs = async () =>
    (await listReminderJobs(bia)).filter(({ key }) => key.startsWith('tell_unread')).length;
  await sendMessages(ana, bia, 'Oi');
  await runUnreadTasks(app.pool);
  await device.waitFor('notification');
  await sendMessages(ana, bia, 'Está aí?');
  await expect.poll(countJobs).toBe(1);
  await runUnreadTasks(app.pool);
  await device.waitFor('notification', 2);
  expect(await listNotificationsOf(bia)).toMatchObject([{ content: 'Está aí?', read: false }]);
  await expect.poll(countJobs).toBe(1);
  await app.pool.query(
    `UPDATE messages SET sent_at = sent_at - interval '4 seconds' WHERE sender_id = $1`,
    [ana.uid],
  );
  await runUnreadTasks(app.pool);
  await expect.poll(countJobs).toBe(0);
});

it('the reminder waits 15 minutes from the first unread message', async () => {
  const [ana, bia] = await createPair();
  await sendMessages(ana, bia, '1');
  const findReminder = async () =>
    (await listReminderJobs(bia)).find(({ key }) => key.startsWith('remind'));
  expect(await findReminder()).toMatchObject({ minutes: 15 });
  await sendMessages(ana, bia, '2', '3');
  await readConversation(bia, ana);
  await sendMessages(ana, bia, '4');
  const { rows } = await app.pool.query(
    `SELECT count(*)::int AS count FROM graphile_worker.jobs WHERE key LIKE 'remind:' || $1 || '%'`,
    [bia.uid],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

/** Starts an order, which stores the greeting: a system message of the seller to the buyer. */
async function startOrder(seller: TestPerson, buyer: TestPerson): Promise<void> {
  const service = await buildService(app.pool, seller.uid);
  const people = { service, buyer: buyer.uid, seller: seller.uid };
  const id = await buildPaidOrder(app.pool, people, { price: 0 });
  await seller.api.orders.updatePayment({
    params: { id },
    body: { serviceStatus: 'in_progress', startedServiceAt: new Date().toISOString() },
  });
}

const findReminder = async (receiver: TestPerson) =>
  (await listReminderJobs(receiver)).find(({ key }) => key.startsWith('remind:'));

it('a system message between two unread messages does not delay or repeat the reminder', async () => {
  const [ana, bia] = await createPair();
  await sendMessages(ana, bia, 'Posso começar?');
  await app.pool.query(
    `UPDATE graphile_worker._private_jobs SET run_at = now() + interval '1 hour'
     WHERE key LIKE 'remind:' || $1 || ':%'`,
    [bia.uid],
  );
  await startOrder(ana, bia);
  await sendMessages(ana, bia, 'Pode entrar.');
  const reminder = await findReminder(bia);
  expect(reminder?.minutes).toBeGreaterThan(55);
  expect(reminder?.minutes).toBeLessThanOrEqual(60);
  await app.pool.query(
    "DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'remind:' || $1 || ':%'",
    [bia.uid],
  );
  await startOrder(ana, bia);
  await startOrder(ana, bia);
  await sendMessages(ana, bia, 'Cheguei.');
  expect(await findReminder(bia)).toBeUndefined();
});

it('the first message after an unread system message causes the reminder, once', async () => {
  const [ana, bia] = await createPair();
  await sendMessages(ana, bia, 'Oi');
  await sendMessages(bia, ana, 'Oi!');
  await readConversation(bia, ana);
  await sendMessages(bia, ana, 'Quando começa?');
  await app.pool.query(
    "DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'remind:' || $1 || ':%'",
    [bia.uid],
  );
  await startOrder(ana, bia);
  expect(await findReminder(bia)).toBeUndefined();
  await sendMessages(ana, bia, 'Agora.');
  expect(await findReminder(bia)).toMatchObject({ minutes: 15 });
});

it('at most the hundred newest unread messages are examined for an older unread one', async () => {
  const [ana, bia] = await createPair();
  await sendMessages(ana, bia, 'Posso começar?');
  const answers = Array.from({ length: 100 }, (_, n) => `Já vou ${n}`);
  await sendMessages(bia, ana, ...answers);
  await app.pool.query(
    "DELETE FROM graphile_worker._private_jobs WHERE key LIKE 'remind:' || $1 || ':%'",
    [bia.uid],
  );
  await startOrder(ana, bia);
  await sendMessages(ana, bia, 'Pode entrar.');
  expect(await findReminder(bia)).toMatchObject({ minutes: 15 });
});

it('read, muted and blocked messages cause no notification', async () => {
  const [ana, bia] = await createPair();
  const [caio, davi] = await createPair();
  await sendMessages(ana, bia, 'Oi');
  await readConversation(bia, ana);
  await bia.api.messaging.muteConversation({ params: { otherUid: caio.uid } });
  await sendMessages(caio, bia, 'Calado');
  expect((await listReminderJobs(bia)).some(({ key }) => key.includes(caio.uid))).toBe(false);
  await sendMessages(davi, bia, 'Bloqueado');
  await bia.fetch(`/api/users/${davi.uid}/block`, { method: 'PUT' });
  await runUnreadTasks(app.pool);
  await expect
    .poll(
      async () => (await listReminderJobs(bia)).filter(({ key }) => key.startsWith('tell')).length,
    )
    .toBe(0);
  expect(await listNotificationsOf(bia)).toEqual([]);
});

it('what is unread when a conversation is unmuted causes the notification and the reminder', async () => {
  const [ana, bia] = await createPair();
  const params = { otherUid: ana.uid };
  await bia.api.messaging.muteConversation({ params });
  await sendMessages(ana, bia, 'Oi', 'Está aí?');
  expect(await listReminderJobs(bia)).toEqual([]);
  await bia.api.messaging.unmuteConversation({ params });
  expect(await findReminder(bia)).toMatchObject({ minutes: 15 });
  await runUnreadTasks(app.pool);
  await expect
    .poll(() => listNotificationsOf(bia))
    .toEqual([{ type: 'message', content: 'Está aí?', read: false }]);
});
