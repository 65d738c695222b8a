import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket } from '../../../../../test/fixtures/clients/sockets.ts';
import {
  createNotificationDeliveryFixture,
  type NotificationDeliveryFixture,
} from '../../../../../test/fixtures/modules/notification-delivery-fixture.ts';
import type { TestPerson } from '../../../../../test/fixtures/server/test-app.ts';

let fixture: NotificationDeliveryFixture;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture();
});
beforeEach(async () => {
  [ana, bia] = await Promise.all([fixture.signInNewPerson(), fixture.signInNewPerson()]);
});
afterAll(() => fixture.close());

async function writeMessage(message: string): Promise<void> {
  const socket = await connectSocket(fixture.app.url, bia);
  const ack = await socket.send('sendMessage', { receiverId: ana.uid, message });
  expect(ack.ok).toBe(true);
  socket.close();
}

/** Runs all jobs, including those scheduled for later, until none is left. */
async function waitUntilJobsDone(): Promise<void> {
  await expect
    .poll(async () => {
      await fixture.makeJobsDue();
      const { rows } = await fixture.pool.query(
        `SELECT FROM graphile_worker.jobs
         WHERE task_identifier LIKE 'reach.%' OR task_identifier LIKE 'messaging.%'`,
      );
      return rows;
    })
    .toEqual([]);
}

describe('a message to a person', () => {
  it('who is away is pushed, and mailed after some time', async () => {
    const browser = await fixture.subscribe(ana);
    await writeMessage('Bora jogar?');
    await fixture.pool.query(
      "UPDATE messages SET sent_at = sent_at - interval '16 minutes' WHERE receiver_id = $1",
      [ana.uid],
    );
    await waitUntilJobsDone();
    const name = bia.user.displayName;
    expect(fixture.peer.readBy(browser)).toMatchObject([
      { title: name, url: `/?conversa=${bia.uid}`, tag: `messages:${bia.uid}` },
    ]);
    expect(await fixture.listMailsTo(ana)).toMatchObject([
      { subject: `Você tem 1 mensagem não lida de ${name}` },
    ]);
  });

  it('who reads it in time is not delivered', async () => {
    const browser = await fixture.subscribe(ana);
    await writeMessage('Bora jogar?');
    await ana.api.messaging.readMessages({ body: { senderId: bia.uid, receiverId: ana.uid } });
    await waitUntilJobsDone();
    expect(fixture.peer.readBy(browser)).toEqual([]);
    expect(await fixture.listMailsTo(ana)).toEqual([]);
  });

  it('who is online is not pushed, but a missed call is', async () => {
    const browser = await fixture.subscribe(ana);
    const anaSocket = await connectSocket(fixture.app.url, ana);
    await anaSocket.waitFor('usersOnline');
    const id = await fixture.notify(ana.uid, { type: 'message', senderId: bia.uid });
    await fixture.notify(ana.uid, { type: 'call', senderId: bia.uid });
    await fixture.makeJobsDue();
    const listJobKeys = async () =>
      (
        await fixture.pool.query(
          "SELECT key FROM graphile_worker.jobs WHERE task_identifier LIKE 'reach.%'",
        )
      ).rows.map(({ key }) => key);
    await expect.poll(listJobKeys).toEqual([`reach.tell_again:${id}`]);
    expect(fixture.peer.readBy(browser)).toMatchObject([{ tag: `calls:${bia.uid}` }]);
    anaSocket.close();
  });
});
