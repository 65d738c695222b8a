import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useToastStore } from '../../ui/feedback/toast.ts';
import { BlockedError, withBlockerWarning } from './blocker-warning.ts';
import { NetworkError } from './fetch-transport.ts';

const storedValues = new Map<string, string>();
let unansweredUrlPattern: RegExp;
const requestedUrls: string[] = [];
const sentAuthorizations: (string | null)[] = [];

beforeEach(() => {
  storedValues.clear();
  requestedUrls.length = 0;
  sentAuthorizations.length = 0;
  useToastStore.setState({ current: null, serial: 0 });
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => storedValues.set(key, value),
  });
  vi.stubGlobal('fetch', async (url: string, { headers }: RequestInit) => {
    requestedUrls.push(url);
    sentAuthorizations.push(new Headers(headers).get('authorization'));
    if (unansweredUrlPattern.test(url)) throw new TypeError('Failed to fetch');
    return new Response(null, { status: 401 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const failingTransport = withBlockerWarning(() => Promise.reject(new NetworkError()));
const sendPayment = () =>
  failingTransport({ method: 'POST', url: '/api/payments/checkout', headers: {} });
const toastTitle = () => useToastStore.getState().current?.title;

test('a blocker is reported once in a session when only payment requests get no answer', async () => {
  unansweredUrlPattern = /payments/;
  await expect(sendPayment()).rejects.toBeInstanceOf(BlockedError);
  expect(useToastStore.getState().current).toMatchObject({
    title: 'Bloqueador detectado',
    text: 'Algumas funcionalidades podem ser limitadas',
    duration: 5_000,
  });
  await expect(sendPayment()).rejects.toBeInstanceOf(BlockedError);
  expect(useToastStore.getState().serial).toBe(1);
});

test.each([
  ['an unreachable server', /./],
  ['a lost answer', /nothing/],
])('%s is not reported as a blocker', async (_case, unreachable) => {
  unansweredUrlPattern = unreachable;
  await expect(sendPayment()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(toastTitle()).toBeUndefined();
});

test('the check requests the address with the session, and the server without it', async () => {
  unansweredUrlPattern = /payments/;
  const headers = { authorization: 'Bearer token', 'idempotency-key': 'key' };
  const listRequest = failingTransport({ method: 'GET', url: '/api/payments?role=buyer', headers });
  await expect(listRequest).rejects.toBeInstanceOf(BlockedError);
  expect(requestedUrls).toEqual(['/api/payments?role=buyer', '/healthz']);
  expect(sentAuthorizations).toEqual(['Bearer token', null]);
});

test('the check sends no request without a network', async () => {
  unansweredUrlPattern = /payments/;
  vi.stubGlobal('navigator', { onLine: false });
  await expect(sendPayment()).rejects.toMatchObject({ name: 'NetworkError' });
  expect(requestedUrls).toEqual([]);
});

test('refusals and requests about other subjects are not changed', async () => {
  unansweredUrlPattern = /./;
  const refusal = new Error('não');
  const refusedRequest = withBlockerWarning(() => Promise.reject(refusal));
  const request = { method: 'GET' as const, url: '/api/payments', headers: {} };
  await expect(refusedRequest(request)).rejects.toBe(refusal);
  const otherRequest = failingTransport({ ...request, url: '/api/services' });
  await expect(otherRequest).rejects.toMatchObject({ name: 'NetworkError' });
  expect(requestedUrls).toEqual([]);
});
