import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { noMeter } from '../../ports/meter.ts';
import { noTracer } from '../../ports/tracer.ts';
import { createHttpApp, type HttpAppOptions } from '../http/app.ts';
import { prepareDraining } from '../http/draining.ts';
import { createLogger } from '../telemetry/logging.ts';
import { mountFiles } from './built-files.ts';

interface FileAnswer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type RequestFile = (
  path: string,
  headers?: Record<string, string>,
  method?: string,
) => Promise<FileAnswer>;

/** Sends a request and returns the answer as transmitted, without decompression. */
async function sendRequest(
  url: string,
  headers: Record<string, string>,
  method: string,
): Promise<FileAnswer> {
  const clientRequest = request(url, { headers, method }).end();
  const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage];
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

/** Starts an application that serves these files from a temporary folder. */
async function serveFiles(
  files: Readonly<Record<string, string>>,
  checkFiles: (requestFile: RequestFile, app: FastifyInstance) => Promise<void>,
  options: Partial<HttpAppOptions> & { readonly prepare?: (app: FastifyInstance) => void } = {},
): Promise<void> {
  const clientFolder = await mkdtemp(join(tmpdir(), 'guilda-files-'));
  const log = createLogger('silent');
  const app = await createHttpApp({ log, https: true, trustedProxies: null, ...options });
  try {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(clientFolder, name)), { recursive: true });
      await writeFile(join(clientFolder, name), content);
    }
    options.prepare?.(app);
    await mountFiles(app, clientFolder);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await checkFiles(
      (path, headers = {}, method = 'GET') => sendRequest(url + path, headers, method),
      app,
    );
  } finally {
    await app.close();
    await rm(clientFolder, { recursive: true, force: true });
  }
}

/** Headers that differ between two answers with the same content; the comparisons replace them by empty values. */
const changingHeaders = { 'x-request-id': '', date: '' };

const serviceWorkerFile = {
  'sw.js': 'plain',
  'sw.js.br': 'brotli',
  'sw.js.zst': 'zstandard',
  'sw.js.gz': 'gzip',
};

test('files of one folder count as one route, because every build renames them', async () => {
  const names = ['sw.js', 'assets/a-1.js', 'assets/b-2.js', 'art/selos/c.svg'];
  const timedRoutes: unknown[] = [];
  const meter = {
    ...noMeter,
    time: (_: unknown, { route }: object & { route?: unknown }) => void timedRoutes.push(route),
  };
  await serveFiles(
    Object.fromEntries(names.map((name) => [name, name])),
    async (requestFile) => {
      for (const name of [...names, ...names])
        expect((await requestFile(`/${name}`)).body).toBe(name);
      const expectedLabels = ['/art/*', '/assets/*', '/assets/*', '/sw.js'];
      await expect
        .poll(() => timedRoutes.toSorted())
        .toEqual([...expectedLabels, ...expectedLabels].sort());
    },
    { telemetry: { meter, tracer: noTracer } },
  );
});

test('a file is sent as the build has compressed it, only under its own name', async () => {
  await serveFiles(serviceWorkerFile, async (requestFile) => {
    const answer = await requestFile('/sw.js', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(answer.body).toBe('brotli');
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'content-security-policy': expect.stringContaining("connect-src 'self'"),
      'strict-transport-security': expect.any(String),
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    });
    expect((await requestFile('/sw.js.br', { 'accept-encoding': 'br' })).status).toBe(404);
  });
});

test.each([
  ['gzip', 'gzip'],
  ['zstd', 'zstandard'],
  ['zstd, gzip;q=0.5', 'zstandard'],
  ['br;q=0, gzip', 'gzip'],
  ['*', 'brotli'],
  ['snappy, x-wonder', 'plain'],
  ['identity', 'plain'],
  ['', 'plain'],
])('a reader who accepts "%s" gets %s, also the second time', async (acceptedEncodings, body) => {
  await serveFiles(serviceWorkerFile, async (requestFile) => {
    for (let requestNumber = 0; requestNumber < 3; requestNumber += 1)
      expect(await requestFile('/sw.js', { 'accept-encoding': acceptedEncodings })).toMatchObject({
        body,
      });
  });
});

test('a file has the same headers each time, and a unique ETag', async () => {
  await serveFiles({ 'assets/a-1.css': 'a {}' }, async (requestFile) => {
    const [first, second] = [
      await requestFile('/assets/a-1.css'),
      await requestFile('/assets/a-1.css'),
    ];
    expect({ ...second.headers, ...changingHeaders }).toEqual({
      ...first.headers,
      ...changingHeaders,
    });
    expect(second.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
    expect(first.headers['cache-control']).toContain('immutable');
    expect(first.headers['content-length']).toBe('4');
    const headAnswer = await requestFile('/assets/a-1.css', {}, 'HEAD');
    expect({ ...headAnswer.headers, ...changingHeaders }).toEqual({
      ...first.headers,
      ...changingHeaders,
    });
    expect(headAnswer.body).toBe('');
    expect((await requestFile('/assets/a-1.css', {}, 'POST')).status).toBe(404);
  });
});

test('a reader who has the version gets 304, however many ETags are sent', async () => {
  await serveFiles(serviceWorkerFile, async (requestFile) => {
    const { etag = '' } = (await requestFile('/sw.js')).headers;
    expect((await requestFile('/sw.js', { 'accept-encoding': 'br' })).headers.etag).not.toBe(etag);
    const otherTags = Array.from({ length: 400 }, (_, index) => `"${index}-abcdefgh"`).join(', ');
    for (const ifNoneMatch of [etag, `W/${etag}`, '*', `${otherTags}, ${etag}`]) {
      const answer = await requestFile('/sw.js', { 'if-none-match': ifNoneMatch });
      expect(answer).toMatchObject({ status: 304, body: '', headers: { etag } });
    }
    expect(await requestFile('/sw.js', { 'if-none-match': otherTags })).toMatchObject({
      status: 200,
    });
  });
});

test('a range is cut from the copy that the reader gets', async () => {
  await serveFiles(serviceWorkerFile, async (requestFile) => {
    const { etag = '' } = (await requestFile('/sw.js')).headers;
    const partAnswer = await requestFile('/sw.js', { range: 'bytes=1-2', 'if-range': etag });
    expect(partAnswer).toMatchObject({ status: 206, body: 'la' });
    expect(partAnswer.headers).toMatchObject({
      'content-range': 'bytes 1-2/5',
      'content-length': '2',
    });
    expect(
      await requestFile('/sw.js', { range: 'bytes=-2', 'accept-encoding': 'br' }),
    ).toMatchObject({
      status: 206,
      body: 'li',
      headers: { 'content-range': 'bytes 4-5/6' },
    });
    const answerBeyondEnd = await requestFile('/sw.js', { range: 'bytes=9-' });
    expect(answerBeyondEnd).toMatchObject({
      status: 416,
      headers: { 'content-range': 'bytes */5' },
    });
    for (const range of ['bytes=0-0,2-3', 'lines=1-2', 'bytes=3-1'])
      expect(await requestFile('/sw.js', { range })).toMatchObject({ status: 200, body: 'plain' });
    const answerToStaleRange = await requestFile('/sw.js', {
      range: 'bytes=1-2',
      'if-range': '"other"',
    });
    expect(answerToStaleRange).toMatchObject({ status: 200, body: 'plain' });
  });
});

test('files are refused like all requests while the program stops', async () => {
  let announceDraining = async () => {};
  await serveFiles(
    serviceWorkerFile,
    async (requestFile) => {
      await requestFile('/sw.js');
      expect((await requestFile('/sw.js')).status).toBe(200);
      const leavePromise = announceDraining();
      expect(await requestFile('/sw.js')).toMatchObject({
        status: 503,
        headers: { 'guilda-leaving': '1', connection: 'close' },
      });
      await leavePromise;
    },
    { prepare: (app) => (announceDraining = prepareDraining(app, true).announce) },
  );
});

test('files are refused like all requests while the program is overloaded', async () => {
  await serveFiles(
    serviceWorkerFile,
    async (requestFile, app) => {
      await requestFile('/sw.js');
      const requestWhileLate = async () => {
        for (const end = performance.now() + 100; performance.now() < end; );
        return requestFile('/sw.js');
      };
      await expect
        .poll(async () => (await requestWhileLate()).status, { interval: 1, timeout: 20_000 })
        .toBe(503);
      expect(app.isUnderPressure()).toBe(true);
    },
    { overloadMs: 30 },
  );
});
