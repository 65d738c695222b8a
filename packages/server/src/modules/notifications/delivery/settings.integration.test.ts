import { limits } from '@guilda/contract/limits';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createNotificationDeliveryFixture,
  type NotificationDeliveryFixture,
  subscriptionBody,
} from '../../../../test/fixtures/modules/notification-delivery-fixture.ts';
import { errorOfCall, type TestPerson } from '../../../../test/fixtures/server/test-app.ts';

let fixture: NotificationDeliveryFixture;
let ana: TestPerson;
beforeAll(async () => {
  fixture = await createNotificationDeliveryFixture();
});
beforeEach(async () => {
  fixture.peer.answer({ status: 201 });
  ana = await fixture.signInNewPerson();
});
afterAll(() => fixture.close());

const chosenSettings = {
  topics: {
    messages: { push: false, email: true },
    orders: { push: true, email: false },
    community: { push: true, email: false },
    calls: { push: false, email: false },
  },
  quietHours: { from: '22:30', to: '07:00' },
  timeZone: 'America/Manaus',
};

describe('delivery preferences', () => {
  it('have defaults until the person chooses', async () => {
    expect(await ana.api.notificationDelivery.getPreferences({})).toEqual({
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

  it('are stored for the person only', async () => {
    const bia = await fixture.signInNewPerson();
    const preferencesBefore = await bia.api.notificationDelivery.getPreferences({});
    expect(await ana.api.notificationDelivery.updatePreferences({ body: chosenSettings })).toEqual(
      chosenSettings,
    );
    expect(await ana.api.notificationDelivery.getPreferences({})).toEqual(chosenSettings);
    const settingsWithoutQuietHours = { ...chosenSettings, quietHours: null };
    await ana.api.notificationDelivery.updatePreferences({ body: settingsWithoutQuietHours });
    expect(await ana.api.notificationDelivery.getPreferences({})).toEqual(
      settingsWithoutQuietHours,
    );
    expect(await bia.api.notificationDelivery.getPreferences({})).toEqual(preferencesBefore);
  });

  it.each([
    ['an unknown zone', { timeZone: 'America/Atlantida' }],
    ['an offset', { timeZone: '-03:00' }],
    ['an empty zone', { timeZone: '' }],
    ['a zone with NUL', { timeZone: 'America/Sao_Paulo\0' }],
    ['a time there is not', { quietHours: { from: '24:00', to: '07:00' } }],
    ['half of the hours', { quietHours: { from: '22:00' } }],
    ['a topic too few', { topics: { messages: { push: true, email: true } } }],
    [
      'a topic too many',
      { topics: { ...chosenSettings.topics, spam: { push: true, email: true } } },
    ],
    ['no answer', { topics: { ...chosenSettings.topics, calls: { push: 1, email: null } } }],
  ])('cannot be %s', async (_, change) => {
    const response = await ana.fetch('/api/notifications/settings', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...chosenSettings, ...change }),
    });
    expect(response.status).toBe(400);
    expect((await ana.api.notificationDelivery.getPreferences({})).timeZone).toBe(
      'America/Sao_Paulo',
    );
  });
});

describe('subscribing', () => {
  it('repeatedly is one subscription', async () => {
    const browser = await fixture.subscribe(ana);
    await ana.api.notificationDelivery.subscribePush({ body: browser.subscription });
    expect(await fixture.subscriptionsOf(ana)).toEqual([browser.subscription.endpoint]);
    await ana.api.notificationDelivery.unsubscribePush({ body: subscriptionBody(browser) });
    await ana.api.notificationDelivery.unsubscribePush({ body: subscriptionBody(browser) });
    expect(await fixture.subscriptionsOf(ana)).toEqual([]);
  });

  it('moves a browser to the last person who subscribed', async () => {
    const bia = await fixture.signInNewPerson();
    const browser = await fixture.subscribe(ana);
    await bia.api.notificationDelivery.subscribePush({ body: browser.subscription });
    expect(await fixture.subscriptionsOf(ana)).toEqual([]);
    await ana.api.notificationDelivery.unsubscribePush({ body: subscriptionBody(browser) });
    expect(await fixture.subscriptionsOf(bia)).toEqual([browser.subscription.endpoint]);
  });

  it('is refused for an address that is not of a push service', async () => {
    const { keys } = fixture.peer.browser().subscription;
    for (const endpoint of [
      'https://127.0.0.1/',
      'https://169.254.169.254/latest',
      fixture.peer.origin.replace('localhost', '127.0.0.1'),
    ]) {
      const error = await errorOfCall(
        ana.api.notificationDelivery.subscribePush({ body: { endpoint, keys } }),
      );
      expect(error).toMatchObject({ status: 400, code: 'invalid_parameter' });
    }
    expect(fixture.peer.requests).toHaveLength(0);
  });

  it('is refused for invalid keys', async () => {
    const { endpoint } = fixture.peer.browser().subscription;
    const invalidKey = Buffer.alloc(65, 4).toString('base64url');
    const body = { endpoint, keys: { p256dh: invalidKey, auth: 'A'.repeat(22) } };
    expect((await errorOfCall(ana.api.notificationDelivery.subscribePush({ body }))).status).toBe(
      400,
    );
  });

  it('above the limit deletes the oldest, also concurrently', async () => {
    const oldestBrowser = await fixture.subscribe(ana);
    const browsers = Array.from({ length: limits.pushSubscriptions + 4 }, () =>
      fixture.peer.browser(),
    );
    await Promise.all(
      browsers.map(({ subscription }) =>
        ana.api.notificationDelivery.subscribePush({ body: subscription }),
      ),
    );
    const endpoints = await fixture.subscriptionsOf(ana);
    expect(endpoints).toHaveLength(limits.pushSubscriptions);
    expect(endpoints).not.toContain(oldestBrowser.subscription.endpoint);
  });

  it('ends when the account is closed', async () => {
    await fixture.subscribe(ana);
    await ana.api.notificationDelivery.updatePreferences({ body: chosenSettings });
    await ana.api.users.deleteMe({});
    expect(await fixture.subscriptionsOf(ana)).toEqual([]);
    const { rows } = await fixture.pool.query('SELECT FROM notice_settings WHERE uid = $1', [
      ana.uid,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the test push', () => {
  it('is sent to this browser only', async () => {
    const [here, there] = [await fixture.subscribe(ana), await fixture.subscribe(ana)];
    await ana.api.notificationDelivery.testPush({ body: subscriptionBody(here) });
    expect(fixture.peer.readBy(here)).toMatchObject([
      { title: 'Guilda', url: '/user/settings/avisos', tag: 'test' },
    ]);
    expect(fixture.peer.readBy(there)).toEqual([]);
    const key = await ana.api.notificationDelivery.getPushKey({});
    expect(fixture.peer.requests.at(-1)?.headers.authorization).toContain(`k=${key.publicKey}`);
  });

  it('is refused for another person’s browser or one that is not subscribed', async () => {
    const bia = await fixture.signInNewPerson();
    for (const browser of [await fixture.subscribe(bia), fixture.peer.browser()]) {
      const error = await errorOfCall(
        ana.api.notificationDelivery.testPush({ body: subscriptionBody(browser) }),
      );
      expect(error).toMatchObject({ status: 409, code: 'push_not_subscribed' });
    }
  });

  it('reports a push service that refuses it', async () => {
    const browser = await fixture.subscribe(ana);
    fixture.peer.answer({ status: 500 });
    const error = await errorOfCall(
      ana.api.notificationDelivery.testPush({ body: subscriptionBody(browser) }),
    );
    expect(error).toMatchObject({ status: 503, code: 'push_unavailable' });
    expect(await fixture.subscriptionsOf(ana)).toHaveLength(1);
  });

  it('deletes a subscription that is gone', async () => {
    const browser = await fixture.subscribe(ana);
    fixture.peer.answer({ status: 410 });
    const error = await errorOfCall(
      ana.api.notificationDelivery.testPush({ body: subscriptionBody(browser) }),
    );
    expect(error).toMatchObject({ status: 409, code: 'push_not_subscribed' });
    expect(await fixture.subscriptionsOf(ana)).toEqual([]);
  });

  it('is refused after the session of the browser has ended', async () => {
    const browser = await fixture.subscribe(ana);
    const otherSession = await fixture.app.signIn(ana.user.displayName ?? '');
    await fixture.app.visitor.identity.logout({ body: { refreshToken: ana.tokens.refreshToken } });
    const error = await errorOfCall(
      otherSession.api.notificationDelivery.testPush({ body: subscriptionBody(browser) }),
    );
    expect(error.code).toBe('push_not_subscribed');
  });
});
