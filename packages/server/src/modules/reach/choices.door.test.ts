import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestPerson } from '../../../test/harness.ts';
import { bodyOf, createReachRig, type ReachRig } from '../../../test/reach-rig.ts';

let rig: ReachRig;
let ana: TestPerson;
beforeAll(async () => {
  rig = await createReachRig();
});
beforeEach(async () => {
  rig.peer.answer({ status: 201 });
  ana = await rig.someone();
});
afterAll(() => rig.close());

const chosen = {
  topics: {
    messages: { push: false, email: true },
    orders: { push: true, email: false },
    community: { push: true, email: false },
    calls: { push: false, email: false },
  },
  quietHours: { from: '22:30', to: '07:00' },
  timeZone: 'America/Manaus',
};

describe('what reaches a person', () => {
  it('is what most want until they choose', async () => {
    expect(await ana.api.reach.getSettings({})).toEqual({
      topics: {
        messages: { push: true, email: true },
        orders: { push: true, email: true },
        community: { push: false, email: false },
        calls: { push: true, email: false },
      },
      quietHours: null,
      timeZone: 'America/Sao_Paulo',
    });
  });

  it('is what they chose, and theirs alone', async () => {
    const bia = await rig.someone();
    const before = await bia.api.reach.getSettings({});
    expect(await ana.api.reach.putSettings({ body: chosen })).toEqual(chosen);
    expect(await ana.api.reach.getSettings({})).toEqual(chosen);
    const loud = { ...chosen, quietHours: null };
    await ana.api.reach.putSettings({ body: loud });
    expect(await ana.api.reach.getSettings({})).toEqual(loud);
    expect(await bia.api.reach.getSettings({})).toEqual(before);
  });

  it.each([
    ['an unknown zone', { timeZone: 'America/Atlantida' }],
    ['an offset', { timeZone: '-03:00' }],
    ['an empty zone', { timeZone: '' }],
    ['a zone with NUL', { timeZone: 'America/Sao_Paulo\0' }],
    ['a time there is not', { quietHours: { from: '24:00', to: '07:00' } }],
    ['half of the hours', { quietHours: { from: '22:00' } }],
    ['a topic too few', { topics: { messages: { push: true, email: true } } }],
    ['a topic too many', { topics: { ...chosen.topics, spam: { push: true, email: true } } }],
    ['no answer', { topics: { ...chosen.topics, calls: { push: 1, email: null } } }],
  ])('cannot be %s', async (_, change) => {
    const response = await ana.fetch('/api/notifications/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...chosen, ...change }),
    });
    expect(response.status).toBe(400);
    expect((await ana.api.reach.getSettings({})).timeZone).toBe('America/Sao_Paulo');
  });
});

describe('subscribing', () => {
  it('once or again is one subscription', async () => {
    const browser = await rig.subscribed(ana);
    await ana.api.reach.subscribePush({ body: browser.subscription });
    expect(await rig.subscriptionsOf(ana)).toEqual([browser.subscription.endpoint]);
    await ana.api.reach.unsubscribePush({ body: bodyOf(browser) });
    await ana.api.reach.unsubscribePush({ body: bodyOf(browser) });
    expect(await rig.subscriptionsOf(ana)).toEqual([]);
  });

  it('makes a browser that of whoever did it last', async () => {
    const bia = await rig.someone();
    const browser = await rig.subscribed(ana);
    await bia.api.reach.subscribePush({ body: browser.subscription });
    expect(await rig.subscriptionsOf(ana)).toEqual([]);
    await ana.api.reach.unsubscribePush({ body: bodyOf(browser) });
    expect(await rig.subscriptionsOf(bia)).toEqual([browser.subscription.endpoint]);
  });

  it('at an address that is not of a push service is refused', async () => {
    const { keys } = rig.peer.browser().subscription;
    for (const endpoint of [
      'https://127.0.0.1/',
      'https://169.254.169.254/latest',
      rig.peer.origin.replace('localhost', '127.0.0.1'),
    ]) {
      const error = await refusal(ana.api.reach.subscribePush({ body: { endpoint, keys } }));
      expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
    }
    expect(rig.peer.requests).toHaveLength(0);
  });

  it('with keys that are none is refused', async () => {
    const { endpoint } = rig.peer.browser().subscription;
    const off = Buffer.alloc(65, 4).toString('base64url');
    const body = { endpoint, keys: { p256dh: off, auth: 'A'.repeat(22) } };
    expect((await refusal(ana.api.reach.subscribePush({ body }))).status).toBe(400);
  });

  it('on too many devices lets the oldest go, however many do so at once', async () => {
    const first = await rig.subscribed(ana);
    const browsers = Array.from({ length: limits.pushSubscriptions + 4 }, () => rig.peer.browser());
    await Promise.all(
      browsers.map(({ subscription }) => ana.api.reach.subscribePush({ body: subscription })),
    );
    const kept = await rig.subscriptionsOf(ana);
    expect(kept).toHaveLength(limits.pushSubscriptions);
    expect(kept).not.toContain(first.subscription.endpoint);
  });

  it('ends with the account', async () => {
    await rig.subscribed(ana);
    await ana.api.reach.putSettings({ body: chosen });
    await ana.api.users.deleteMe({});
    expect(await rig.subscriptionsOf(ana)).toEqual([]);
    const { rows } = await rig.pool.query('SELECT FROM notice_settings WHERE uid = $1', [ana.uid]);
    expect(rows).toEqual([]);
  });
});

describe('trying it', () => {
  it('sends a notice to this browser and no other', async () => {
    const [here, there] = [await rig.subscribed(ana), await rig.subscribed(ana)];
    await ana.api.reach.testPush({ body: bodyOf(here) });
    expect(rig.peer.readBy(here)).toMatchObject([
      { title: 'Guilda', url: '/user/settings#avisos', tag: 'test' },
    ]);
    expect(rig.peer.readBy(there)).toEqual([]);
    const key = await ana.api.reach.getPushKey({});
    expect(rig.peer.requests.at(-1)?.headers.authorization).toContain(`k=${key.publicKey}`);
  });

  it("is not for a browser that is not one's own, or not subscribed", async () => {
    const bia = await rig.someone();
    for (const browser of [await rig.subscribed(bia), rig.peer.browser()]) {
      const error = await refusal(ana.api.reach.testPush({ body: bodyOf(browser) }));
      expect(error).toMatchObject({ status: 409, code: 'push_not_subscribed' });
    }
  });

  it('tells of a push service that does not take it', async () => {
    const browser = await rig.subscribed(ana);
    rig.peer.answer({ status: 500 });
    const error = await refusal(ana.api.reach.testPush({ body: bodyOf(browser) }));
    expect(error).toMatchObject({ status: 503, code: 'push_unavailable' });
    expect(await rig.subscriptionsOf(ana)).toHaveLength(1);
  });

  it('forgets a browser that is gone, so that it subscribes anew', async () => {
    const browser = await rig.subscribed(ana);
    rig.peer.answer({ status: 410 });
    const error = await refusal(ana.api.reach.testPush({ body: bodyOf(browser) }));
    expect(error).toMatchObject({ status: 409, code: 'push_not_subscribed' });
    expect(await rig.subscriptionsOf(ana)).toEqual([]);
  });

  it('ends with the sign-in of the browser', async () => {
    const browser = await rig.subscribed(ana);
    const again = await rig.app.person(ana.user.displayName ?? '');
    await rig.app.visitor.identity.logout({ body: { refreshToken: ana.tokens.refreshToken } });
    const error = await refusal(again.api.reach.testPush({ body: bodyOf(browser) }));
    expect(error.code).toBe('push_not_subscribed');
  });
});
