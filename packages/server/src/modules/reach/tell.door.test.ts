import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestPerson } from '../../../test/harness.ts';
import type { PushBrowser } from '../../../test/push-browser.ts';
import { createReachRig, quietNow, type ReachRig } from '../../../test/reach-rig.ts';
import { addPaidOrderRow, addPostRow, addServiceRow } from '../../../test/rows.ts';

let rig: ReachRig;
let ana: TestPerson;
let bia: TestPerson;
let browser: PushBrowser;
beforeAll(async () => {
  rig = await createReachRig();
});
beforeEach(async () => {
  rig.peer.answer({ status: 201 });
  [ana, bia] = await Promise.all([rig.someone(), rig.someone()]);
  browser = await rig.subscribed(ana);
});
afterAll(() => rig.close());

/** Waits until all that was to be done is done. */
async function settled(): Promise<void> {
  await expect
    .poll(async () => {
      await rig.hurry();
      return rig.jobs();
    })
    .toEqual([]);
}

const read = () => rig.peer.readBy(browser);

/** Ana wants to be pushed what the community does. */
async function wantCommunity(): Promise<void> {
  const settings = await ana.api.reach.getSettings();
  const topics = { ...settings.topics, community: { push: true, email: false } };
  await ana.api.reach.putSettings({ body: { ...settings, topics } });
}

async function order(): Promise<string> {
  const service = await addServiceRow(rig.pool, ana.uid);
  return addPaidOrderRow(rig.pool, { service, buyer: bia.uid, seller: ana.uid });
}

describe('a notification', () => {
  it('reaches every browser of its receiver, once each', async () => {
    const other = await rig.subscribed(ana);
    const content = 'Bia ligou para você.';
    await rig.notify(ana.uid, { senderId: bia.uid, content });
    await settled();
    const notice = {
      title: bia.user.displayName,
      body: content,
      url: `/?conversa=${bia.uid}`,
      tag: `calls:${bia.uid}`,
    };
    expect(read()).toEqual([notice]);
    expect(rig.peer.readBy(other)).toEqual([notice]);
  });

  it('that gathers likes says whose they are when it leaves', async () => {
    await wantCommunity();
    const post = await addPostRow(rig.pool, ana.uid);
    await bia.api.social.likePost({ params: { uid: post } });
    await settled();
    expect(read()).toMatchObject([
      {
        body: `${bia.user.displayName} curtiu sua publicação “Subi de elo”.`,
        url: `/post/${post}`,
      },
    ]);
  });

  it('of a like that was taken back in time does not leave', async () => {
    await wantCommunity();
    const params = { uid: await addPostRow(rig.pool, ana.uid) };
    await bia.api.social.likePost({ params });
    await bia.api.social.unlikePost({ params });
    await settled();
    expect(read()).toEqual([]);
  });

  it('waits some seconds for whoever has it on screen', async () => {
    await rig.notify(ana.uid);
    const { rows } = await rig.pool.query(
      `SELECT run_at > now() + interval '2 seconds' AS later FROM graphile_worker.jobs
       WHERE task_identifier = 'reach.tell'`,
    );
    expect(rows).toEqual([{ later: true }]);
    await settled();
  });

  it('is not sent once it was read, nor after it is gone', async () => {
    const seen = await rig.notify(ana.uid);
    const gone = await rig.notify(ana.uid);
    await rig.pool.query('UPDATE notifications SET read_at = now() WHERE id = $1', [seen]);
    await rig.pool.query('DELETE FROM notifications WHERE id = $1', [gone]);
    await settled();
    expect(read()).toEqual([]);
  });

  it('of something rolled back reaches nobody', async () => {
    await rig.pool.query(`BEGIN; INSERT INTO notifications (id, receiver_id, type, content,
      additional_info, dedupe_key) VALUES ('${randomUUID()}', '${ana.uid}', 'call', 'x', '{}', 'x');
      ROLLBACK`);
    expect(await rig.jobs()).toEqual([]);
    expect(read()).toEqual([]);
  });

  it('that is told anew is sent anew, and not because a job repeats', async () => {
    const id = await rig.notify(ana.uid);
    await settled();
    const again = () =>
      rig.pool.query(
        `SELECT graphile_worker.add_job('reach.tell', json_build_object('notificationId', $1::text))`,
        [id],
      );
    await again();
    await settled();
    expect(read()).toHaveLength(1);
    await rig.pool.query('UPDATE notifications SET created_at = clock_timestamp() WHERE id = $1', [
      id,
    ]);
    await settled();
    expect(read()).toHaveLength(2);
  });

  it('is not sent where it is not wanted', async () => {
    const settings = await ana.api.reach.getSettings({});
    const topics = { ...settings.topics, calls: { push: false, email: false } };
    await ana.api.reach.putSettings({ body: { ...settings, topics } });
    await rig.notify(ana.uid, { type: 'call' });
    await rig.notify(ana.uid, { type: 'achievement' });
    await settled();
    expect(read()).toEqual([]);
  });

  it('across a block is not sent', async () => {
    await ana.api.users.blockUser({ params: { uid: bia.uid } });
    await rig.notify(ana.uid, { senderId: bia.uid });
    await settled();
    expect(read()).toEqual([]);
  });

  it('in quiet hours is not sent, an order is', async () => {
    const settings = await ana.api.reach.getSettings({});
    const quietHours = quietNow(settings);
    await ana.api.reach.putSettings({ body: { ...settings, quietHours } });
    await rig.notify(ana.uid);
    await rig.notify(ana.uid, { type: 'payment', info: { paymentId: await order() } });
    await settled();
    expect(read()).toMatchObject([{ title: 'Guilda', body: 'Olá' }]);
  });

  it('does not reach a browser that signed out', async () => {
    await rig.app.visitor.identity.logout({ body: { refreshToken: ana.tokens.refreshToken } });
    await rig.notify(ana.uid);
    await settled();
    expect(read()).toEqual([]);
  });
});

describe('a push service', () => {
  it('that knows a browser no more has it forgotten', async () => {
    const other = await rig.subscribed(ana);
    rig.peer.answer({ status: 410 }, { status: 201 });
    await rig.notify(ana.uid);
    await settled();
    const kept = await rig.subscriptionsOf(ana);
    expect(kept).toHaveLength(1);
    expect([browser, other].map((one) => one.subscription.endpoint)).toContain(kept[0]);
  });

  it('is asked again when it says to, and gets it once', async () => {
    rig.peer.answer({ status: 429, headers: { 'retry-after': '3600' } }, { status: 201 });
    await rig.notify(ana.uid);
    await rig.hurry();
    await expect.poll(() => read().length).toBe(1);
    await expect
      .poll(async () => {
        const { rows } = await rig.pool.query(
          `SELECT run_at > now() + interval '59 minutes' AS later FROM graphile_worker.jobs
           WHERE task_identifier = 'reach.push'`,
        );
        return rows;
      })
      .toEqual([{ later: true }]);
    await settled();
    expect(read()).toHaveLength(2);
    expect(await rig.subscriptionsOf(ana)).toHaveLength(1);
  });

  it('that fails is asked again later', async () => {
    rig.peer.answer({ status: 500 }, { status: 503 }, { status: 201 });
    await rig.notify(ana.uid);
    await settled();
    expect(read()).toHaveLength(3);
  });
});

describe('an order', () => {
  it('is mailed to whom the notification goes, once', async () => {
    const info = { paymentId: await order(), purchaseCode: 'GLD-7K3MQX', event: 'paid' };
    await rig.notify(ana.uid, { type: 'payment', content: 'O pedido foi pago.', info });
    await settled();
    expect(await rig.mailsTo(ana)).toMatchObject([
      { subject: 'Você tem um novo pedido: GLD-7K3MQX', text: expect.stringContaining('foi pago') },
    ]);
    expect(await rig.mailsTo(bia)).toEqual([]);
  });

  it('is mailed to whoever has no browser to reach, unless they read of it or do not want it', async () => {
    const info = { paymentId: await order(), purchaseCode: 'GLD-7K3MQX', event: 'started' };
    const seen = await rig.notify(bia.uid, { type: 'message', info });
    await rig.pool.query('UPDATE notifications SET read_at = now() WHERE id = $1', [seen]);
    await settled();
    expect(await rig.mailsTo(bia)).toEqual([]);
    await rig.notify(bia.uid, { type: 'message', info });
    await settled();
    expect(await rig.mailsTo(bia)).toHaveLength(1);
    const settings = await bia.api.reach.getSettings({});
    const topics = { ...settings.topics, orders: { push: true, email: false } };
    await bia.api.reach.putSettings({ body: { ...settings, topics } });
    await rig.notify(bia.uid, { type: 'payment', info });
    await settled();
    expect(await rig.mailsTo(bia)).toHaveLength(1);
  });

  it('of something for adults is not named', async () => {
    const paymentId = await order();
    await rig.pool.query('UPDATE payments SET adult = true WHERE id = $1', [paymentId]);
    const info = { paymentId, purchaseCode: 'GLD-7K3MQX', event: 'paid' };
    await rig.notify(ana.uid, { type: 'payment', content: 'segredo', info });
    await settled();
    expect(JSON.stringify([read(), await rig.mailsTo(ana)])).not.toContain('segredo');
    expect(read()).toHaveLength(1);
  });
});
