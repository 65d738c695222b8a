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
  const startedAt = performance.now();
  return () => burst + (perSecond * (performance.now() - startedAt)) / 1_000;
}

describe('a socket that sends too much', () => {
  it('is refused without being parsed, then closed, while others are answered', async () => {
    const bystander = await connectSocket(app.url, bia);
    const rawSocket = await openRawSocket(app.url, credentialsOf(ana));
    const [allowedEvents, allowedPackets] = [
      allowanceOf(eventAllowance),
      allowanceOf(packetAllowance),
    ];
    const listAnswers = () => rawSocket.received.filter((frame) => frame.startsWith('43'));
    for (let n = 0; n < 1_200; n += 1) rawSocket.send(`42${n}["userActivity"]`);
    await expect.poll(() => listAnswers().length).toBeGreaterThan(1_200);
    const refusedAnswers = listAnswers().filter((answer) => answer.includes('rate_limited'));
    expect(refusedAnswers.length).toBeGreaterThanOrEqual(Math.floor(1_200 - allowedEvents()));
    // At least `burst` events are accepted; tokens that are refilled during the flood can only add to them.
    expect(refusedAnswers.length).toBeLessThanOrEqual(1_200 - eventAllowance.burst);
    const startedAt = performance.now();
    for (let n = 0; n < 10_000; n += 1) rawSocket.send(`42${n}["userActivity"]`);
    await rawSocket.whenClosed;
    // At the allowed rate, sending all events would take 17 s.
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(listAnswers().length).toBeLessThan(allowedPackets());
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    bystander.close();
  });

  it.each([
    ['acknowledgements', '439[]'],
    ['heartbeats', '3'],
    ['connections to nowhere', '40/nowhere,'],
  ])('in %s is disconnected too, before it has registered', async (_, frame) => {
    const rawSocket = await openRawSocket(app.url);
    const allowedPackets = allowanceOf(packetAllowance);
    for (let n = 0; n < 10_000; n += 1) rawSocket.send(frame);
    await rawSocket.whenClosed;
    expect(rawSocket.received.length).toBeLessThan(allowedPackets() + 2);
  });

  it('in large frames is closed because of their size', async () => {
    const rawSocket = await openRawSocket(app.url, credentialsOf(ana));
    const largeFrame = `42["userTyping","${'x'.repeat(60_000)}"]`;
    for (let n = 0; n < 100; n += 1) rawSocket.send(largeFrame);
    await rawSocket.whenClosed;
    const bystander = await connectSocket(app.url, bia);
    expect(await bystander.send('userActivity')).toEqual({ ok: true });
    bystander.close();
  });

  it('no faster than an ordinary client has every event answered', async () => {
    const socket = await connectSocket(app.url, ana);
    const acks = await Promise.all(Array.from({ length: 400 }, () => socket.send('userActivity')));
    expect(acks.every(({ ok }) => ok)).toBe(true);
    socket.close();
  });
});

describe('handshakes', () => {
  const pollingUrl = (targetApp: TestApp) => `${targetApp.url}/socket.io/?EIO=4&transport=polling`;
  const openConnection = async (targetApp: TestApp, address: string) =>
    (await fetch(pollingUrl(targetApp), { headers: { 'x-forwarded-for': address } })).status;
  const statusesOf = (targetApp: TestApp, addressOf: (n: number) => string) =>
    Promise.all(Array.from({ length: 20 }, (_, n) => openConnection(targetApp, addressOf(n))));

  it('from one address are limited, whatever address its headers claim', async () => {
    // The factor reduces the limit of 1,000 handshakes in 10 s to 12.
    const strictApp = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.012' } });
    const statusesReceived = await statusesOf(strictApp, (n) => `203.0.113.${n}`);
    expect(statusesReceived.filter((status) => status === 200)).toHaveLength(12);
    expect(statusesReceived.filter((status) => status === 403)).toHaveLength(8);
    await strictApp.close();
  });

  it('behind a trusted proxy are counted by the address that it reports', async () => {
    const env = { RATE_LIMIT_FACTOR: '0.012', TRUSTED_PROXIES: '127.0.0.1' };
    const strictApp = await startTestApp({ env });
    const directStatuses = await statusesOf(strictApp, (n) => `203.0.113.${n}`);
    expect(directStatuses.filter((status) => status === 200)).toHaveLength(20);
    const forwardedStatuses = await statusesOf(strictApp, (n) => `198.51.100.${n}, 203.0.113.77`);
    expect(forwardedStatuses.filter((status) => status === 200)).toHaveLength(12);
    const networkStatuses = await statusesOf(strictApp, (n) => `2001:db8::${n}`);
    expect(networkStatuses.filter((status) => status === 200)).toHaveLength(12);
    await strictApp.close();
  });

  it('from a page of another origin are refused, whatever host they name', async () => {
    for (const origin of ['https://evil.example', 'null', 'file://', `${app.url}.evil.example`]) {
      const options = { extraHeaders: { origin }, transports: ['websocket'] };
      const socketPromise = openSocket(app.url, { token: ana.tokens.accessToken }, options);
      await expect(socketPromise, origin).rejects.toThrow();
    }
  });
});
