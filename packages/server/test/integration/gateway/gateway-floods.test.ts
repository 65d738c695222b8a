import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BucketAllowance,
  eventAllowance,
  packetAllowance,
} from '../../../src/platform/gateway/connections/token-bucket.ts';
import { openRawSocket } from '../../fixtures/clients/raw-socket.ts';
import { connectSocket, openSocket } from '../../fixtures/clients/sockets.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  app = await startTestApp();
  [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
});
afterAll(() => app.close());

const credentialsOf = (person: TestPerson) => ({
  token: person.tokens.accessToken,
  uid: person.uid,
});

/** Starts measuring; the returned function says how many events the allowance can have accepted since then. */
function allowanceOf({ burst, perSecond }: BucketAllowance) {
  const from = performance.now();
  return () => burst + (perSecond * (performance.now() - from)) / 1_000;
}

describe('a socket that sends too much', () => {
  it('is refused without being parsed, then closed, while others are answered', async () => {
    const bystander = await connectSocket(app.url, bia);
    const raw = await openRawSocket(app.url, credentialsOf(ana));
    const [heard, unpacked] = [allowanceOf(eventAllowance), allowanceOf(packetAllowance)];
    const answers = () => raw.received.filter((one) => one.startsWith('43'));
    for (let n = 0; n < 1_200; n += 1) raw.send(`42${n}["userActivity"]`);
    await expect.poll(() => answers().length).toBeGreaterThan(1_200);
    const refused = answers().filter((one) => one.includes('rate_limited'));
    expect(refused.length).toBeGreaterThanOrEqual(Math.floor(1_200 - heard()));
    // Refilled tokens add to the burst, unless everything arrives at the same instant.
    expect(refused.length).toBeLessThanOrEqual(1_200 - eventAllowance.burst);
    const from = performance.now();
    for (let n = 0; n < 10_000; n += 1) raw.send(`42${n}["userActivity"]`);
    await raw.whenClosed;
    // At the allowed rate, sending all events would take 17 s.
    expect(performance.now() - from).toBeLessThan(8_000);
    expect(answers().length).toBeLessThan(unpacked());
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    bystander.close();
  });

  it.each([
    ['acknowledgements', '439[]'],
    ['heartbeats', '3'],
    ['connections to nowhere', '40/nowhere,'],
  ])('in %s is disconnected too, before it has registered', async (_, frame) => {
    const raw = await openRawSocket(app.url);
    const unpacked = allowanceOf(packetAllowance);
    for (let n = 0; n < 10_000; n += 1) raw.send(frame);
    await raw.whenClosed;
    expect(raw.received.length).toBeLessThan(unpacked() + 2);
  });

  it('in large frames is closed because of their size', async () => {
    const raw = await openRawSocket(app.url, credentialsOf(ana));
    const large = `42["userTyping","${'x'.repeat(60_000)}"]`;
    for (let n = 0; n < 100; n += 1) raw.send(large);
    await raw.whenClosed;
    const bystander = await connectSocket(app.url, bia);
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    bystander.close();
  });

  it('no faster than an ordinary client has every event answered', async () => {
    const socket = await connectSocket(app.url, ana);
    const all = await Promise.all(Array.from({ length: 400 }, () => socket.send('userActivity')));
    expect(all.every(({ ok }) => ok)).toBe(true);
    socket.close();
  });
});

describe('handshakes', () => {
  const url = (at: TestApp) => `${at.url}/socket.io/?EIO=4&transport=polling`;
  const openConnection = async (at: TestApp, address: string) =>
    (await fetch(url(at), { headers: { 'x-forwarded-for': address } })).status;
  const statuses = (at: TestApp, addressOf: (n: number) => string) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => openConnection(at, addressOf(n))));

  it('from one address are limited, whatever address its headers claim', async () => {
    // The limit is 1,000 in 10 s, of which 12 are left.
    const strict = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.012' } });
    const got = await statuses(strict, (n) => `203.0.113.${n}`);
    expect(got.filter((status) => status === 200)).toHaveLength(12);
    expect(got.filter((status) => status === 403)).toHaveLength(8);
    await strict.close();
  });

  it('behind a trusted proxy are counted by the address that it reports', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.012', TRUSTED_PROXIES: '127.0.0.1' };
    const strict = await startTestApp({ env });
    const many = await statuses(strict, (n) => `203.0.113.${n}`);
    expect(many.filter((status) => status === 200)).toHaveLength(20);
    const one = await statuses(strict, (n) => `198.51.100.${n}, 203.0.113.77`);
    expect(one.filter((status) => status === 200)).toHaveLength(12);
    const network = await statuses(strict, (n) => `2001:db8::${n}`);
    expect(network.filter((status) => status === 200)).toHaveLength(12);
    await strict.close();
  });

  it('from a page of another origin are refused, whatever host they name', async () => {
    for (const origin of ['https://evil.example', 'null', 'file://', `${app.url}.evil.example`]) {
      const options = { extraHeaders: { origin }, transports: ['websocket'] };
      const opening = openSocket(app.url, { token: ana.tokens.accessToken }, options);
      await expect(opening, origin).rejects.toThrow();
    }
  });
});
