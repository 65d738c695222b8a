import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { startTestApp, type TestAppOptions } from '../fixtures/server/test-app.ts';
import { createTestDatabase } from '../fixtures/server/test-database.ts';

interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

let receivedSpans: ReceivedSpan[] = [];
let receivedText = '';
let collectorStatus = 200;
const collectorServer = createServer(async (request, response) => {
  const body = (await json(request)) as {
    resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[];
  };
  receivedText += JSON.stringify(body);
  receivedSpans.push(
    ...body.resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap(({ spans }) => spans)),
  );
  response.writeHead(collectorStatus, { 'content-type': 'application/json' }).end('{}');
});
let collectorUrl: string;
beforeAll(async () => {
  await once(collectorServer.listen(0, '127.0.0.1'), 'listening');
  collectorUrl = `http://127.0.0.1:${(collectorServer.address() as AddressInfo).port}`;
});
afterAll(() => {
  collectorServer.closeAllConnections();
  collectorServer.close();
});
beforeEach(() => {
  [receivedSpans, receivedText, collectorStatus] = [[], '', 200];
});

const startWithTracing = (ratio: string, options: Pick<TestAppOptions, 'database'> = {}) =>
  startTestApp({
    ...options,
    graceMs: 100,
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl, OTEL_TRACES_SAMPLE_RATIO: ratio },
  });

const expectedSpans = [
  'GET /api/users/:buyerId',
  'event sendMessage',
  'sign_in verify',
  'job wallet.sum_ledger',
];

describe('traces', () => {
  it('connect requests, statements, events, jobs and calls, without personal data', async () => {
    const app = await startWithTracing('1');
    const [ana, bia] = await Promise.all([app.signIn('Segredo'), app.signIn('Bia')]);
    const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    const path = `/api/users/${ana.uid}?q=buscado`;
    await (await app.fetch(path, { headers: { traceparent } })).text();
    await (await app.fetch('/api/users?q=buscado')).text();
    const socket = await connectSocket(app.url, ana);
    const message = { id: crypto.randomUUID(), receiverId: bia.uid, message: 'texto secreto' };
    await socket.send('sendMessage', message);
    socket.close();
    const { database, jobs } = app.program;
    await jobs.enqueue(database.db, 'wallet.sum_ledger', {});
    const countSums = () =>
      app.pool.query('SELECT FROM ledger_sums').then(({ rowCount }) => rowCount);
    await expect.poll(countSums).toBe(1);
    // Remaining spans are sent before the program ends; the collector reads them a moment later.
    await app.close();
    const listMissingSpans = () =>
      expectedSpans.filter((expected) => !receivedSpans.some(({ name }) => name === expected));
    await expect.poll(listMissingSpans).toEqual([]);
    const request = receivedSpans.find(({ name }) => name === 'GET /api/users/:buyerId');
    expect(request?.parentSpanId ?? '').toBe('');
    expect(request?.traceId).not.toBe('a'.repeat(32));
    expect(request?.attributes).toContainEqual({
      key: 'http.response.status_code',
      value: { intValue: 200 },
    });
    const childSpans = receivedSpans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
    expect(childSpans.length).toBeGreaterThan(0);
    expect(new Set(childSpans.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
    const personalTexts = [ana.uid, bia.uid, ana.email, 'egredo', 'buscado', 'secreto', message.id];
    for (const personalText of personalTexts) expect(receivedText).not.toContain(personalText);
  });

  it('are recorded for a share of requests, with all spans that these requests cause', async () => {
    const app = await startWithTracing('0');
    await app.signIn('Ana');
    await app.close();
    expect(receivedSpans).toEqual([]);
  });

  it('delay nothing when no collector accepts them', async () => {
    collectorStatus = 503;
    const database = await createTestDatabase();
    const app = await startWithTracing('1', { database });
    await app.signIn('Ana');
    const startedAt = performance.now();
    await app.close();
    const ms = performance.now() - startedAt;
    // Dropping a database is not measured, because it waits for a checkpoint of the engine that all tests share.
    await database.drop();
    expect(ms).toBeLessThan(20_000);
  });
});
