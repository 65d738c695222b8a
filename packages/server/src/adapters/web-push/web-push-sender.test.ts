import { createPublicKey } from 'node:crypto';
import { jwtVerify } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../../test/fixtures/fakes/fake-clock.ts';
import { type PushPeer, startPushPeer } from '../../../test/peers/push-peer.ts';
import { deriveSecrets } from '../../platform/secrets.ts';
import { createLogger } from '../../platform/telemetry/logging.ts';
import type { PushSender, PushTarget } from '../../ports/push-sender.ts';
import { createWebPushSender, derivePublicKey, deriveVapidKeys } from './index.ts';

const vapidKeys = deriveVapidKeys(deriveSecrets('a secret that all nodes share'));
const silentLog = createLogger('silent');
const pushMessage = { title: 'Bia', body: 'Oi! Bora? 🎮', url: '/?conversa=1', tag: 'messages:1' };

let pushPeer: PushPeer;
let pushSender: PushSender;
beforeAll(async () => {
  pushPeer = await startPushPeer();
  const options = {
    keys: vapidKeys,
    subject: 'mailto:equipe@guilda.example',
    hosts: [pushPeer.host],
  };
  pushSender = createWebPushSender({ ...options, clock: fakeClock(), log: silentLog });
});
afterAll(() => pushPeer.close());
beforeEach(() => pushPeer.answer({ status: 201 }));

function readLastRequest() {
  const lastRequest = pushPeer.requests.at(-1);
  if (!lastRequest) throw new Error('nothing was sent');
  return lastRequest;
}

const targetOf = (endpoint?: string): PushTarget => {
  const { subscription } = pushPeer.browser();
  return { endpoint: endpoint ?? subscription.endpoint, ...subscription.keys };
};

describe('a push message', () => {
  it('is encrypted so that only its browser can read it', async () => {
    const browser = pushPeer.browser();
    const target = { endpoint: browser.subscription.endpoint, ...browser.subscription.keys };
    expect(await pushSender.send(target, pushMessage)).toEqual({ result: 'sent' });
    expect(pushPeer.readBy(browser)).toEqual([pushMessage]);
    const { headers, body } = readLastRequest();
    expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400' });
    expect(headers['topic']).toMatch(/^[\w-]{32}$/);
    expect(body.toString('latin1')).not.toContain('Bora');
    expect(() => pushPeer.browser().read(body)).toThrow();
  });

  it('is signed for its push service with the key that browsers subscribe with', async () => {
    await pushSender.send(targetOf(), pushMessage);
    const authorization = readLastRequest().headers.authorization ?? '';
    const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? [];
    expect(key).toBe(pushSender.publicKey);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((coordinate) =>
      coordinate.toString('base64url'),
    ) as [string, string];
    const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
    const { payload } = await jwtVerify(token, publicKey, { algorithms: ['ES256'] });
    expect(payload).toMatchObject({ aud: pushPeer.origin, sub: 'mailto:equipe@guilda.example' });
  });

  it('has the same topic as others with its tag', async () => {
    for (const tag of ['a', 'a', 'b']) await pushSender.send(targetOf(), { ...pushMessage, tag });
    const [first, second, third] = pushPeer.requests
      .slice(-3)
      .map(({ headers }) => headers['topic']);
    expect(first).toBe(second);
    expect(first).not.toBe(third);
  });
});

describe('the answer of a push service', () => {
  it.each([
    [404, {}, { result: 'gone' }],
    [410, {}, { result: 'gone' }],
    [429, { 'retry-after': '120' }, { result: 'later', afterMs: 120_000 }],
    [503, { 'retry-after': 'Fri, 20 Nov 2026 12:01:00 GMT' }, { result: 'later', afterMs: 60_000 }],
    [429, { 'retry-after': 'em breve' }, { result: 'later', afterMs: null }],
    [500, {}, { result: 'later', afterMs: null }],
    [400, {}, { result: 'refused' }],
    [403, {}, { result: 'refused' }],
  ] as const)('%i with headers %j gives its outcome', async (status, headers, outcome) => {
    pushPeer.answer({ status, headers });
    expect(await pushSender.send(targetOf(), pushMessage)).toEqual(outcome);
  });

  it('that is a redirect is not followed', async () => {
    pushPeer.answer({ status: 307, headers: { location: `${pushPeer.origin}/elsewhere` } });
    expect(await pushSender.send(targetOf(), pushMessage)).toEqual({ result: 'refused' });
    expect(pushPeer.requests.some(({ path }) => path === '/elsewhere')).toBe(false);
  });

  it('that does not arrive means a later attempt', async () => {
    const stoppedPeer = await startPushPeer();
    const hosts = [stoppedPeer.host];
    const target = targetOf(`${stoppedPeer.origin}/push/1`);
    await stoppedPeer.close();
    const unreachableSender = createWebPushSender({
      keys: vapidKeys,
      subject: 'mailto:a@b.example',
      hosts,
      clock: fakeClock(),
      log: silentLog,
    });
    expect(await unreachableSender.send(target, pushMessage)).toEqual({
      result: 'later',
      afterMs: null,
    });
  });
});

describe('push addresses', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/abc',
    'https://wns2-by3p.notify.windows.com/w/?token=abc',
    'https://web.push.apple.com/QABC',
  ])('%s belongs to a known push service', (endpoint) => {
    expect(pushSender.accepts(targetOf(endpoint))).toBe(true);
  });

  it.each([
    'http://fcm.googleapis.com/fcm/send/abc',
    'https://fcm.googleapis.com:8443/fcm/send/abc',
    'https://fcm.googleapis.com@evil.example/abc',
    'https://user:pass@fcm.googleapis.com/abc',
    'https://fcm.googleapis.com.evil.example/abc',
    'https://evil.example/#fcm.googleapis.com',
    'https://a.b.notify.windows.com/w',
    'https://notify.windows.com/w',
    'https://evilnotify.windows.com/w',
    'https://127.0.0.1/abc',
    'https://[::1]/abc',
    'https://localhost/abc',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'nada',
  ])('%s is refused', async (endpoint) => {
    expect(pushSender.accepts(targetOf(endpoint))).toBe(false);
    expect(await pushSender.send(targetOf(endpoint), pushMessage)).toEqual({ result: 'gone' });
  });

  it('need keys that a message can be encrypted with', () => {
    const validTarget = targetOf();
    expect(pushSender.accepts(validTarget)).toBe(true);
    const offCurveKey = Buffer.alloc(65, 4).toString('base64url');
    for (const badKeys of [{ p256dh: 'AAAA' }, { auth: 'AAAA' }, { p256dh: offCurveKey }]) {
      expect(pushSender.accepts({ ...validTarget, ...badKeys })).toBe(false);
    }
  });
});

describe('the signing keys', () => {
  it('are the same for all nodes with the same secret, and different for other secrets', () => {
    expect(deriveVapidKeys(deriveSecrets('a secret that all nodes share'))).toEqual(vapidKeys);
    expect(deriveVapidKeys(deriveSecrets('another'))).not.toEqual(vapidKeys);
    expect(derivePublicKey(vapidKeys.privateKey)).toBe(vapidKeys.publicKey);
    expect(Buffer.from(vapidKeys.publicKey, 'base64url')).toHaveLength(65);
  });

  it.each(['', 'x', 'A'.repeat(43), '_'.repeat(43)])(
    'are refused when the private key is %j',
    (privateKey) => {
      expect(derivePublicKey(privateKey)).toBeNull();
    },
  );
});
