import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { AnalyticsEvent } from '@guilda/contract/privacy/analytics';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemIds } from '../../ports/ids.ts';
import { createGa4Sink } from './index.ts';

interface ReceivedBatch {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly events: readonly { readonly name: string; readonly params: object }[] };
}

const clientId = '2f6f1b5e-7a43-4b6f-9f3e-0e3f6f3b2a11';
let receivedBatches: ReceivedBatch[] = [];
let answerRequest: (response: ServerResponse) => unknown;
let baseUrl: string;

const analyticsServer = createServer(async (request, response) => {
  const { method, url, headers } = request;
  receivedBatches.push({
    method,
    url,
    headers,
    body: (await json(request)) as ReceivedBatch['body'],
  });
  answerRequest(response);
});
beforeAll(async () => {
  await once(analyticsServer.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(analyticsServer.address() as AddressInfo).port}`;
});
beforeEach(() => {
  receivedBatches = [];
  answerRequest = (response) => response.writeHead(204).end();
});
afterAll(() => {
  analyticsServer.closeAllConnections();
  analyticsServer.close();
});

const createSink = (timeoutMs = 5_000) =>
  createGa4Sink({
    measurementId: 'G-TEST1234',
    apiSecret: 'se gredo',
    ids: { ...systemIds, uuid: () => 'número' },
    baseUrl,
    timeoutMs,
  });

const sentEvents: AnalyticsEvent[] = [
  { name: 'screen_view', screen: '/service/:serviceId' },
  { name: 'login' },
  { name: 'search', in: 'users' },
  { name: 'view_item', category: 'valorant' },
  { name: 'begin_checkout', currency: 'BRL', value: 4990 },
  { name: 'purchase', currency: 'BRL', value: 1 },
  { name: 'long_task', screen: '/', durationMs: 71 },
  { name: 'slow_resource', screen: '/', kind: 'image', durationMs: 1200 },
];

describe('Google Analytics 4', () => {
  it('sends events by the Measurement Protocol, with money in reais and without personal data', async () => {
    expect(await createSink().take({ client: clientId, events: sentEvents })).toBe(true);
    expect(receivedBatches).toHaveLength(1);
    expect(receivedBatches[0]).toMatchObject({
      method: 'POST',
      url: '/mp/collect?measurement_id=G-TEST1234&api_secret=se+gredo',
    });
    expect(receivedBatches[0]?.body).toEqual({
      client_id: clientId,
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      user_properties: { role: { value: 'user' } },
      events: [
        { name: 'screen_view', params: { screen_name: '/service/:serviceId' } },
        { name: 'login', params: {} },
        { name: 'search', params: { search_in: 'users' } },
        {
          name: 'view_item',
          params: { items: [{ item_id: 'valorant', item_category: 'valorant' }] },
        },
        { name: 'begin_checkout', params: { currency: 'BRL', value: 49.9 } },
        { name: 'purchase', params: { currency: 'BRL', value: 0.01, transaction_id: 'número' } },
        { name: 'long_task', params: { screen_name: '/', duration_ms: 71 } },
        { name: 'slow_resource', params: { screen_name: '/', duration_ms: 1200, kind: 'image' } },
      ].map(({ name, params }) => ({ name, params: { engagement_time_msec: 1, ...params } })),
    });
    expect(Object.keys(receivedBatches[0]?.headers ?? {})).not.toContain('x-forwarded-for');
  });

  it('gets no events of a browser without a client id', async () => {
    expect(await createSink().take({ client: null, events: sentEvents })).toBe(true);
    expect(receivedBatches).toEqual([]);
  });

  it.each([
    ['answers with an error', (response: ServerResponse) => response.writeHead(500).end('não')],
    ['closes the connection', (response: ServerResponse) => response.destroy()],
    ['redirects', (r: ServerResponse) => r.writeHead(302, { location: '/' }).end()],
  ])('counts as failed when it %s', async (_case, failRequest) => {
    answerRequest = failRequest;
    expect(await createSink().take({ client: clientId, events: sentEvents })).toBe(false);
  });

  it('is waited for no longer than its timeout', async () => {
    answerRequest = () => undefined;
    expect(await createSink(50).take({ client: clientId, events: sentEvents })).toBe(false);
  });

  it('gets at most twenty batches at a time, and further ones are dropped', async () => {
    const heldResponses: ServerResponse[] = [];
    answerRequest = (response) => heldResponses.push(response);
    const sink = createSink();
    const batches = Array.from({ length: 25 }, () =>
      sink.take({ client: clientId, events: sentEvents }),
    );
    expect(await Promise.all(batches.slice(20))).toEqual([false, false, false, false, false]);
    await expect.poll(() => heldResponses.length).toBe(20);
    for (const response of heldResponses) response.writeHead(204).end();
    expect(new Set(await Promise.all(batches.slice(0, 20)))).toEqual(new Set([true]));
    answerRequest = (response) => response.writeHead(204).end();
    expect(await sink.take({ client: clientId, events: sentEvents })).toBe(true);
  });
});
