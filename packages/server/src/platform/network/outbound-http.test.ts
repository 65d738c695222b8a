import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutboundHttp, requestURL } from './outbound-http.ts';

const openedServers: (() => void)[] = [];

afterEach(() => {
  for (const close of openedServers.splice(0)) close();
});

async function startServer(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  openedServers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const createClient = (url: string, optionChanges: { timeoutMs?: number; maxBytes?: number } = {}) =>
  createOutboundHttp({
    baseUrl: () => url,
    timeoutMs: 5_000,
    headers: { 'x-key': 'k' },
    ...optionChanges,
  });

describe('outbound HTTP', () => {
  it('sends JSON below its base and reads the answer', async () => {
    const peer = await startServer((request, response) => {
      response.writeHead(201).end(JSON.stringify({ type: request.headers['content-type'] }));
    });
    const answer = await createClient(`${peer.url}/base/`).send({
      method: 'POST',
      path: ['things', 'a b/../c?d#e'],
      query: { q: 'x&y' },
      body: {},
    });
    expect(answer).toEqual({ status: 201, body: { type: 'application/json' } });
    expect(peer.requests).toEqual(['POST /base/things/a%20b%2F..%2Fc%3Fd%23e?q=x%26y']);
  });

  it.each(['', '.', '..'])('refuses "%s" as a segment', (segment) => {
    const path = ['v1', segment, 'refunds'];
    expect(() => requestURL('http://127.0.0.1', { path })).toThrow(TypeError);
  });

  it('follows no redirect', async () => {
    const redirectTarget = await startServer((_request, response) => response.end('{}'));
    const peer = await startServer((_request, response) =>
      response.writeHead(307, { location: redirectTarget.url }).end(),
    );
    expect(await createClient(peer.url).send({ method: 'GET', path: ['x'] })).toBeNull();
    expect(peer.requests).toHaveLength(1);
    expect(redirectTarget.requests).toHaveLength(0);
  });

  it('times out while waiting for the head or the body', async () => {
    const silentServer = await startServer(() => undefined);
    const stallingServer = await startServer((_request, response) => response.write('{'));
    for (const { url } of [silentServer, stallingServer]) {
      const hurriedClient = createClient(url, { timeoutMs: 50 });
      expect(await hurriedClient.send({ method: 'GET', path: ['x'] })).toBeNull();
    }
  });

  it('reads at most maxBytes', async () => {
    const peer = await startServer((_request, response) =>
      response.end(JSON.stringify('x'.repeat(99))),
    );
    const getAnswer = (maxBytes: number) =>
      createClient(peer.url, { maxBytes }).send({ method: 'GET', path: ['x'] });
    expect(await getAnswer(101)).toEqual({ status: 200, body: 'x'.repeat(99) });
    expect(await getAnswer(100)).toBeNull();
  });

  it('returns no body when it is no JSON', async () => {
    const peer = await startServer((_request, response) => response.writeHead(502).end('<h1>'));
    const answer = await createClient(peer.url).send({ method: 'GET', path: ['x'] });
    expect(answer).toEqual({ status: 502, body: undefined });
  });
});
