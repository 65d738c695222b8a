import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushBrowser } from '../../../../test/fixtures/clients/push-browser.ts';
import {
  buildPaidOrder,
  buildPost,
  buildService,
} from '../../../../test/fixtures/data/builders.ts';
import {
  createNotificationDeliveryFixture,
  DELIVERY_DELAY_HOURS,
  type NotificationDeliveryFixture,
  quietHoursNow,
} from '../../../../test/fixtures/modules/notification-delivery-fixture.ts';
import type { TestPerson } from '../../../../test/fixtures/server/test-app.ts';

let fixture: NotificationDeliveryFixture;
let ana: TestPerson;
let bia: TestPerson;
let browser: PushBrowser;
beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture();
});
beforeEach(async () => {
  fixture.peer.answer({ status: 201 });
  [ana, bia] = await Promise.all([fixture.signInNewPerson(), fixture.signInNewPerson()]);
  browser = await fixture.subscribe(ana);
});
afterAll(() => fixture.close());

/** Runs all jobs, including those scheduled for later, until none is left. */
async function waitUntilJobsDone(): Promise<void> {
  await expect
    .poll(async () => {
      await fixture.makeJobsDue();
      return fixture.listJobs();
    })
    .toEqual([]);
}

const readPushes = () => fixture.peer.readBy(browser);

/** Switches on pushes about the community for Ana. */
async function enableCommunityPush(): Promise<void> {
  const settings = await ana.api.notificationDelivery.getPreferences();
  const topics = { ...settings.topics, community: { push: true, email: false } };
  await ana.api.notificationDelivery.updatePreferences({ body: { ...settings, topics } });
}

async function createOrder(): Promise<string> {
  const serviceId = await buildService(fixture.pool, ana.uid);
  return buildPaidOrder(fixture.pool, { service: serviceId, buyer: bia.uid, seller: ana.uid });
}

describe('a notification', () => {
  it('is pushed to every browser of its receiver, once', async () => {
    const otherBrowser = await fixture.subscribe(ana);
    const content = 'Bia ligou para você.';
    await fixture.notify(ana.uid, { senderId: bia.uid, content });
    await waitUntilJobsDone();
    const expectedPush = {
      title: bia.user.displayName,
      body: content,
      url: `/?conversa=${bia.uid}`,
      tag: `calls:${bia.uid}`,
    };
    expect(readPushes()).toEqual([expectedPush]);
    expect(fixture.peer.readBy(otherBrowser)).toEqual([expectedPush]);
  });

  it('that groups likes names the people at the time of delivery', async () => {
    await enableCommunityPush();
    const postUid = await buildPost(fixture.pool, ana.uid);
    await bia.api.social.likePost({ params: { uid: postUid } });
    await waitUntilJobsDone();
    expect(readPushes()).toMatchObject([
      {
        body: `${bia.user.displayName} curtiu sua publicação “Subi de elo”.`,
        url: `/post/${postUid}`,
      },
    ]);
  });

  it('about a removed like is not delivered', async () => {
    await enableCommunityPush();
    const params = { uid: await buildPost(fixture.pool, ana.uid) };
    await bia.api.social.likePost({ params });
    await bia.api.social.unlikePost({ params });
    await waitUntilJobsDone();
    expect(readPushes()).toEqual([]);
  });

  it('is delayed some seconds for people who have it on screen', async () => {
    await fixture.notify(ana.uid);
    const { rows } = await fixture.pool.query(
      `SELECT run_at > created_at + interval '${DELIVERY_DELAY_HOURS} hours 2 seconds' AS later
       FROM graphile_worker.jobs WHERE task_identifier = 'reach.tell'`,
    );
    expect(rows).toEqual([{ later: true }]);
    await waitUntilJobsDone();
  });

  it('is not sent once it was read or deleted', async () => {
    const readId = await fixture.notify(ana.uid);
    const deletedId = await fixture.notify(ana.uid);
    await fixture.pool.query('UPDATE notifications SET read_at = now() WHERE id = $1', [readId]);
    await fixture.pool.query('DELETE FROM notifications WHERE id = $1', [deletedId]);
    await waitUntilJobsDone();
    expect(readPushes()).toEqual([]);
  });

  it('of a rolled back transaction is not delivered', async () => {
    await fixture.pool.query(`BEGIN; INSERT INTO notifications (id, receiver_id, type, content,
      additional_info, dedupe_key) VALUES ('${randomUUID()}', '${ana.uid}', 'call', 'x', '{}', 'x');
      ROLLBACK`);
    expect(await fixture.listJobs()).toEqual([]);
    expect(readPushes()).toEqual([]);
  });

  it('is sent again when it is renewed, and not when a job repeats', async () => {
    const id = await fixture.notify(ana.uid);
    await waitUntilJobsDone();
    const enqueueAgain = () =>
      fixture.pool.query(
        `SELECT graphile_worker.add_job('reach.tell', json_build_object('notificationId', $1::text))`,
        [id],
      );
    await enqueueAgain();
    await waitUntilJobsDone();
    expect(readPushes()).toHaveLength(1);
    await fixture.pool.query(
      'UPDATE notifications SET created_at = clock_timestamp() WHERE id = $1',
      [id],
    );
    await waitUntilJobsDone();
    expect(readPushes()).toHaveLength(2);
  });

  it('is not sent against the preferences', async () => {
    const settings = await ana.api.notificationDelivery.getPreferences({});
    const topics = { ...settings.topics, calls: { push: false, email: false } };
    await ana.api.notificationDelivery.updatePreferences({ body: { ...settings, topics } });
    await fixture.notify(ana.uid, { type: 'call' });
    await fixture.notify(ana.uid, { type: 'achievement' });
    await waitUntilJobsDone();
    expect(readPushes()).toEqual([]);
  });

  it('is not sent across a block', async () => {
    await ana.api.users.blockUser({ params: { uid: bia.uid } });
    await fixture.notify(ana.uid, { senderId: bia.uid });
    await waitUntilJobsDone();
    expect(readPushes()).toEqual([]);
  });

  it('is not sent in quiet hours, unless it is about an order', async () => {
    const settings = await ana.api.notificationDelivery.getPreferences({});
    const quietHours = quietHoursNow(settings);
    await ana.api.notificationDelivery.updatePreferences({ body: { ...settings, quietHours } });
    await fixture.notify(ana.uid);
    await fixture.notify(ana.uid, { type: 'payment', info: { paymentId: await createOrder() } });
    await waitUntilJobsDone();
    expect(readPushes()).toMatchObject([{ title: 'Guilda', body: 'Olá' }]);
  });

  it('is not sent to a browser that signed out', async () => {
    await fixture.app.visitor.identity.logout({ body: { refreshToken: ana.tokens.refreshToken } });
    await fixture.notify(ana.uid);
    await waitUntilJobsDone();
    expect(readPushes()).toEqual([]);
  });
});

describe('a push service', () => {
  it('that reports a gone subscription has it deleted', async () => {
    const otherBrowser = await fixture.subscribe(ana);
    fixture.peer.answer({ status: 410 }, { status: 201 });
    await fixture.notify(ana.uid);
    await waitUntilJobsDone();
    const endpoints = await fixture.subscriptionsOf(ana);
    expect(endpoints).toHaveLength(1);
    expect(
      [browser, otherBrowser].map((testBrowser) => testBrowser.subscription.endpoint),
    ).toContain(endpoints[0]);
  });

  it('is called again after the delay it asks for, and gets the push once', async () => {
    fixture.peer.answer({ status: 429, headers: { 'retry-after': '3600' } }, { status: 201 });
    await fixture.notify(ana.uid);
    await fixture.makeJobsDue();
    await expect.poll(() => readPushes().length).toBe(1);
    await expect
      .poll(async () => {
        const { rows } = await fixture.pool.query(
          `SELECT run_at > now() + interval '59 minutes' AS later FROM graphile_worker.jobs
           WHERE task_identifier = 'reach.push'`,
        );
        return rows;
      })
      .toEqual([{ later: true }]);
    await waitUntilJobsDone();
    expect(readPushes()).toHaveLength(2);
    expect(await fixture.subscriptionsOf(ana)).toHaveLength(1);
  });

  it('that fails is called again later', async () => {
    fixture.peer.answer({ status: 500 }, { status: 503 }, { status: 201 });
    await fixture.notify(ana.uid);
    await waitUntilJobsDone();
    expect(readPushes()).toHaveLength(3);
  });
});

describe('a notification about an order', () => {
  it('is mailed to its receiver, once', async () => {
    const info = { paymentId: await createOrder(), purchaseCode: 'GLD-7K3MQX', event: 'paid' };
    await fixture.notify(ana.uid, { type: 'payment', content: 'O pedido foi pago.', info });
    await waitUntilJobsDone();
    expect(await fixture.listMailsTo(ana)).toMatchObject([
      { subject: 'Você tem um novo pedido: GLD-7K3MQX', text: expect.stringContaining('foi pago') },
    ]);
    expect(await fixture.listMailsTo(bia)).toEqual([]);
  });

  it('is mailed to people without a browser, unless it was read or is not wanted', async () => {
    const info = { paymentId: await createOrder(), purchaseCode: 'GLD-7K3MQX', event: 'started' };
    const readId = await fixture.notify(bia.uid, { type: 'message', info });
    await fixture.pool.query('UPDATE notifications SET read_at = now() WHERE id = $1', [readId]);
    await waitUntilJobsDone();
    expect(await fixture.listMailsTo(bia)).toEqual([]);
    await fixture.notify(bia.uid, { type: 'message', info });
    await waitUntilJobsDone();
    expect(await fixture.listMailsTo(bia)).toHaveLength(1);
    const settings = await bia.api.notificationDelivery.getPreferences({});
    const topics = { ...settings.topics, orders: { push: true, email: false } };
    await bia.api.notificationDelivery.updatePreferences({ body: { ...settings, topics } });
    await fixture.notify(bia.uid, { type: 'payment', info });
    await waitUntilJobsDone();
    expect(await fixture.listMailsTo(bia)).toHaveLength(1);
  });

  it('does not name an adult service', async () => {
    const orderId = await createOrder();
    await fixture.pool.query('UPDATE payments SET adult = true WHERE id = $1', [orderId]);
    const info = { paymentId: orderId, purchaseCode: 'GLD-7K3MQX', event: 'paid' };
    await fixture.notify(ana.uid, { type: 'payment', content: 'segredo', info });
    await waitUntilJobsDone();
    expect(JSON.stringify([readPushes(), await fixture.listMailsTo(ana)])).not.toContain('segredo');
    expect(readPushes()).toHaveLength(1);
  });
});
