import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { mountPages } from '../../src/platform/pages/pages.ts';
import { createLogger } from '../../src/platform/telemetry/logging.ts';
import { openRawSocket } from '../fixtures/clients/raw-socket.ts';
import { startTestApp, type TestApp } from '../fixtures/server/test-app.ts';
import { openSession } from '../hostile-sockets/polling-session.ts';
import { createPageRenderer, minimalWebApp } from './minimal-web-app.ts';
import { formatRequest, sendRawRequest } from './raw-request.ts';

/* Requests that no browser sends; none of them may cause an error in the program or in its log. */

let app: TestApp;
let logLines: string[] = [];
beforeAll(async () => {
  app = await startTestApp({
    env: { RATE_LIMIT_FACTOR: '10000' },
    log: createLogger('warn', { write: (line: string) => logLines.push(line) }),
    mountPages: async (app, site) =>
      mountPages(app, {
        ...site,
        pageRenderer: createPageRenderer(minimalWebApp),
        concurrency: 4,
        policy: () => "default-src 'none'",
      }),
  });
});
afterAll(() => app.close());
afterEach(() => {
  const writtenLines = logLines;
  logLines = [];
  expect(writtenLines).toEqual([]);
});

const sendPlainRequest = (method: string, target: string, headers?: readonly string[]) =>
  sendRawRequest(app.url, formatRequest(method, target, headers));

describe('a request target', () => {
  it.each(['*', '**', '*x', 'ftp://evil.example/', 'ws://evil.example/', 'file:///etc/passwd'])(
    'that is no address of a page is refused: %s',
    async (target) => {
      for (const method of ['GET', 'HEAD'])
        expect((await sendPlainRequest(method, target)).status).toBe(400);
      for (const method of ['POST', 'OPTIONS', 'PUT'])
        expect((await sendPlainRequest(method, target)).status).toSatisfy(
          (status) => status === 400 || status === 404,
        );
    },
  );

  it.each(['', '/', '/user/x', '?x', '/..'])(
    'may contain a host, which has no effect: http://evil.example%s',
    async (path) => {
      const answer = await sendPlainRequest('GET', `http://evil.example${path}`);
      expect(answer.status).toBe(200);
      expect(answer.text).not.toContain('evil.example');
    },
  );

  it('of the API may contain a host, and is not rendered as a page', async () => {
    expect((await sendPlainRequest('GET', 'http://evil.example/api/categories')).status).toBe(200);
    const response = await sendPlainRequest('GET', 'http://evil.example/api/nowhere');
    expect(response.status).toBe(404);
    expect(response.header('content-type')).toContain('application/json');
  });

  it.each([
    '/%00',
    '/%0a',
    '/%0d%0a',
    '/%09',
    '/%e2%80%a8',
    '/%E2%80%A9',
    '/%',
    '/%zz',
    '/%E0%A4%A',
    '/%c0%ae%c0%ae/',
    '/user/%0A',
    '/user/%00',
    '/..',
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/;x',
    '/\xe4',
    '/.data',
    '/%0a.data',
    '/_root.data',
    '/user/%00.data',
    '/search.data?_routes=__proto__',
    '/search?%',
    '/?%00',
    '/__manifest?paths=%00',
    '/api/%0a',
    '/api/users/%00',
    '/api/users/%E2%80%A8',
    '/files/%0a',
    '/files/..%2fx',
    '/assets/%00',
    '/api/docs/%0a',
  ])('with unusual characters is answered without an error of the server: %s', async (target) => {
    for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'TRACE'])
      expect((await sendPlainRequest(method, target)).status).toSatisfy(
        (status: number) => status >= 200 && status < 500,
      );
  });

  it('that is long is answered without an error of the server', async () => {
    for (const target of [`/${'a'.repeat(5_000)}`, `/user/${'%F0%9F%98%80'.repeat(200)}`])
      expect((await sendPlainRequest('GET', target)).status).toSatisfy(
        (status: number) => status === 400 || status === 404,
      );
  });

  it('with thousands of segments takes no longer than a short one', async () => {
    const answer = await sendPlainRequest('GET', `/${'a/'.repeat(7_000)}`);
    expect(answer.status).toBe(404);
    // The answer is JSON, because no page is rendered for an address with so many segments.
    expect(answer.header('content-type')).toContain('application/json');
  });
});

describe('a path that a browser would interpret as another site', () => {
  it.each([
    ['//evil.example/x', '/evil.example/x'],
    ['///evil.example/x?y=//z', '/evil.example/x?y=//z'],
    ['/\\evil.example', '/evil.example'],
    ['/\\/\\evil.example', '/evil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/x/..//evil.example', '/evil.example'],
    ['//', '/'],
    ['http://a.example//evil.example', '/evil.example'],
    ['//%0d%0aset-cookie:a=b', '/%0d%0aset-cookie:a=b'],
  ])('is redirected to the path on this site: %s', async (target, redirectPath) => {
    const answer = await sendPlainRequest('GET', target);
    expect([answer.status, answer.header('location')]).toEqual([308, redirectPath]);
    expect((await sendPlainRequest('HEAD', target)).header('location')).toBe(redirectPath);
  });

  it.each(['/%5Cevil.example', '/%2F%2Fevil.example', '/%09/evil.example'])(
    'is an ordinary path while its slashes are escaped: %s',
    async (target) => {
      const answer = await sendPlainRequest('GET', target);
      expect([answer.status, answer.header('location')]).toEqual([200, null]);
    },
  );
});

describe('the path of Socket.IO', () => {
  const socketPath = '/socket.io/?EIO=4&transport=';
  const methods = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND', 'QUERY'];

  it.each(methods)('accepts no %s, with or without a session', async (method) => {
    const pollingAnswer = await sendPlainRequest('GET', `${socketPath}polling`);
    const sid = /"sid":"([^"]+)"/.exec(pollingAnswer.text)?.[1];
    expect(sid).toBeTruthy();
    for (const target of [
      '/socket.io/',
      `${socketPath}polling`,
      `${socketPath}polling&sid=${sid}`,
      `${socketPath}polling&sid=x`,
    ])
      expect([target, (await sendPlainRequest(method, target)).status]).toEqual([target, 400]);
  });

  it('answers a plain request for the WebSocket transport', async () => {
    const rawSocket = await openRawSocket(app.url);
    await expect.poll(() => rawSocket.received[0]).toContain('"sid"');
    const sid = /"sid":"([^"]+)"/.exec(rawSocket.received[0] ?? '')?.[1];
    for (const method of ['GET', 'POST', 'PUT'])
      expect((await sendPlainRequest(method, `${socketPath}websocket&sid=${sid}`)).status).toBe(
        400,
      );
    rawSocket.close();
  });
});

describe('a request to change the protocol', () => {
  const upgradeHeaders = (protocol: string) => [
    `Upgrade: ${protocol}`,
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ];
  /** A request that asks to change the protocol, with any target. */
  const formatUpgradeRequest = (method: string, target: string, protocol: string) =>
    formatRequest(method, target, upgradeHeaders(protocol)).replace(
      'Connection: close',
      'Connection: close, Upgrade',
    );

  it.each(['websocket', 'h2c', 'websocket, h2c', 'x'])(
    'is ignored everywhere except at the path of Socket.IO: %s',
    async (protocol) => {
      for (const [target, status] of [
        ['/', 200],
        ['/api/categories', 200],
        ['/api/users/me', 401],
        ['/api/nowhere', 404],
        ['//', 308],
        ['*', 400],
      ] as const)
        expect(
          (await sendRawRequest(app.url, formatUpgradeRequest('GET', target, protocol))).status,
        ).toBe(status);
      expect(
        (await sendRawRequest(app.url, formatUpgradeRequest('POST', '/', protocol))).status,
      ).toBe(404);
    },
  );

  it.each(['GET', 'POST'])(
    'to another protocol is refused at the path of Socket.IO: %s',
    async (method) => {
      for (const protocol of ['h2c', 'x', 'websocket, h2c'])
        for (const target of ['/socket.io/', '/socket.io/?EIO=4&transport=websocket&sid=x'])
          expect(
            (await sendRawRequest(app.url, formatUpgradeRequest(method, target, protocol))).status,
          ).toBe(400);
    },
  );

  it('opens no WebSocket at a polling address, whether the session is known or not', async () => {
    const socketPath = '/socket.io/?EIO=4&transport=polling';
    const session = await openSession(app.url);
    for (const target of [socketPath, `${socketPath}&sid=${session.sid}`])
      for (const method of ['GET', 'POST'])
        expect(
          (await sendRawRequest(app.url, formatUpgradeRequest(method, target, 'websocket'))).status,
        ).toBe(400);
    expect(await session.isAlive()).toBe(true);
  });
});

describe('headers', () => {
  it.each([
    ['one header that is too large', `X: ${'a'.repeat(20_000)}`, 431],
    ['an unknown expectation', 'Expect: tea', 417],
    ['an origin of other characters', 'Origin: \xff', 200],
    ['an invalid encoding', 'Accept-Encoding: ;q=x', 200],
    ['an invalid range', 'Range: bytes=9-1,-', 200],
    ['a host in front of the proxy', 'X-Forwarded-Host: evil.example', 200],
    ['a length without a body', 'Content-Length: 0', 200],
  ])('may contain %s', async (_, header, status) => {
    expect((await sendPlainRequest('GET', '/', [header])).status).toBe(status);
  });

  it('are read up to a hundred, and more are refused', async () => {
    const { tokens } = await app.signIn('Ana');
    const headersWithToken = (count: number) => [
      ...Array.from({ length: count }, (_, n) => `X-${n}: x`),
      `Authorization: Bearer ${tokens.accessToken}`,
    ];
    expect((await sendPlainRequest('GET', '/api/users/me', headersWithToken(90))).status).toBe(200);
    expect((await sendPlainRequest('GET', '/api/users/me', headersWithToken(110))).status).toBe(
      431,
    );
  });

  it('of a request for a tunnel end the connection', async () => {
    const answer = await sendRawRequest(app.url, formatRequest('CONNECT', 'evil.example:443'));
    expect(answer.text).toBe('');
  });
});

it('many odd requests on one connection are all answered', async () => {
  const targets = ['*', '//evil.example', '/%0a', '/socket.io/', '/api/users/%00', '/'];
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  let receivedText = '';
  socket.on('data', (chunk) => {
    receivedText += chunk;
  });
  for (const target of targets) socket.write(`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`);
  await expect
    .poll(() => [...receivedText.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => status))
    .toEqual(['400', '308', '404', '400', '400', '200']);
  socket.destroy();
});
