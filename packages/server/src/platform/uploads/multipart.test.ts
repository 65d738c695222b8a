import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DeclaredFiles } from '../http/form.ts';
import { formReader, useMultipart } from './multipart.ts';
import { openTempDir } from './temp-dir.ts';

const KiB = 1024;
const MiB = 1024 * KiB;
const boundary = '----guilda';
const contentType = `multipart/form-data; boundary=${boundary}`;

const declared: DeclaredFiles = {
  photo: { kind: 'image', maxBytes: 64 * KiB, maxCount: 1 },
  pages: { kind: 'image', maxBytes: 64 * KiB, maxCount: 3 },
};

function part(headers: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}
const field = (name: string, value: string | Buffer): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
const file = (name: string, filename: string, content: string | Buffer): Buffer =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`,
    content,
  );
const end = Buffer.from(`--${boundary}--\r\n`);

interface Seen {
  code?: string;
  body?: unknown;
  issues?: unknown;
  files?: Record<string, { bytes: number; name: string; content: string }[]>;
  kept?: number;
}

let app: FastifyInstance;
let directory: string;
let port: number;
let outcomes: Seen[];

const leftovers = (): Promise<string[]> => readdir(directory);

interface StartOptions {
  readonly declared?: DeclaredFiles;
  /** Waited for before the body is read. */
  readonly before?: (request: IncomingMessage) => Promise<unknown>;
}

async function start(options: StartOptions = {}): Promise<void> {
  const files = options.declared ?? declared;
  const temp = await openTempDir(directory, { clock: { now: () => new Date() } });
  const lingering = { bytes: 4 * MiB, ms: 5_000, graceMs: 100 };
  const read = formReader({ temp, lingering });
  app = Fastify({ bodyLimit: 1024, forceCloseConnections: true });
  await useMultipart(app);
  app.post('/form', async (request, reply) => {
    await options.before?.(request.raw);
    const form = await read(request, files);
    if (!form.ok) {
      outcomes.push({ code: form.code });
      return reply.code(400).send({ code: form.code });
    }
    await using uploads = form.value.files;
    const taken: NonNullable<Seen['files']> = {};
    for (const name of Object.keys(files)) {
      for (const { path, bytes, name: filename } of uploads.of(name)) {
        const content = (await readFile(path)).subarray(0, 20).toString('latin1');
        taken[name] = [...(taken[name] ?? []), { bytes, name: filename, content }];
      }
    }
    const { body, issues } = form.value;
    const seen: Seen = { body, issues, files: taken, kept: (await leftovers()).length };
    outcomes.push(seen);
    return seen;
  });
  app.get('/', async () => 'ok');
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
}

beforeEach(async () => {
  outcomes = [];
  directory = await mkdtemp(join(tmpdir(), 'guilda-form-'));
});
afterEach(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

function openRequest(headers: Record<string, string> = {}): ClientRequest {
  return httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/form',
    headers: { 'content-type': contentType, ...headers },
  });
}

async function post(
  body: Buffer | readonly Buffer[],
  headers: Record<string, string> = {},
): Promise<Seen> {
  const request = openRequest(headers);
  request.end(Buffer.isBuffer(body) ? body : Buffer.concat(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return JSON.parse(await text(response)) as Seen;
}

/** Sends `chunk` again and again until the server cuts the connection or 256 MiB are out. */
async function flood(head: Buffer, chunk: Buffer, framing = 'transfer-encoding: chunked') {
  // A bare socket: Node's own client stops sending once it is answered.
  const socket = connect(port, '127.0.0.1');
  const frame = (data: Buffer): Buffer =>
    framing.startsWith('content-length')
      ? data
      : Buffer.concat([Buffer.from(`${data.length.toString(16)}\r\n`), data, Buffer.from('\r\n')]);
  let answer = '';
  let cut = false;
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) =>
    socket.once('close', () => {
      cut = true;
      resolve();
    }),
  );
  socket.write(
    `POST /form HTTP/1.1\r\nhost: x\r\ncontent-type: ${contentType}\r\n${framing}\r\n\r\n`,
  );
  socket.write(frame(head));
  let sent = 0;
  while (!cut && sent < 256 * MiB) {
    sent += chunk.length;
    if (socket.write(frame(chunk))) continue;
    const drained = once(socket, 'drain').catch(() => undefined);
    await Promise.race([drained, closed]);
  }
  socket.destroy();
  return { sent, cut, answer: JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as Seen };
}

describe('a multipart form', () => {
  it('gives its texts as the body and its files on disk, until it is disposed of', async () => {
    await start();
    const seen = await post([
      field('title', 'Coração'),
      file('photo', 'minha foto.png', 'PNG…'),
      field('tag', 'a'),
      field('tag', 'b'),
      field('tag', 'c'),
      file('pages', '../../etc/passwd', 'um'),
      file('pages', 'c:\\dois.png', Buffer.alloc(64 * KiB, 'x')),
      end,
    ]);
    expect(seen.body).toEqual({ title: 'Coração', tag: ['a', 'b', 'c'] });
    expect(seen.issues).toEqual([]);
    expect(seen.files?.photo).toMatchObject([{ bytes: 6, name: 'minha foto.png' }]);
    expect(seen.files?.pages).toMatchObject([
      { bytes: 2, name: 'passwd', content: 'um' },
      { bytes: 64 * KiB, name: 'dois.png' },
    ]);
    expect(seen.kept).toBe(3);
    expect(await leftovers()).toEqual([]);
  });

  it('reads what the FormData of a browser sends', async () => {
    await start();
    const form = new FormData();
    form.set('title', 'linha\r\noutra 🎲');
    form.set('photo', new Blob(['abc']), 'ação.png');
    const response = await fetch(`http://127.0.0.1:${port}/form`, { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({
      body: { title: 'linha\r\noutra 🎲' },
      files: { photo: [{ bytes: 3, name: 'ação.png' }] },
    });
  });

  it('takes a part without name and content for no file', async () => {
    await start({
      declared: { photo: { kind: 'image', maxBytes: KiB, maxCount: 1, required: 'Falta.' } },
    });
    const seen = await post([file('photo', '', ''), end]);
    expect(seen).toMatchObject({
      files: {},
      issues: [{ path: 'photo', message: 'Falta.' }],
      kept: 0,
    });
    expect(await post([field('photo', ''), end])).toMatchObject({
      body: {},
      issues: [{ message: 'Falta.' }],
    });
    const empty = await post([file('photo', 'vazio.png', ''), end]);
    expect(empty).toMatchObject({ files: { photo: [{ bytes: 0 }] }, issues: [] });
  });

  it('leaves a JSON body as it is', async () => {
    await start();
    const body = Buffer.from('{"title":"x"}');
    const seen = await post(body, { 'content-type': 'application/json' });
    expect(seen).toMatchObject({ body: { title: 'x' }, files: {}, issues: [] });
  });
});

describe('what a form may not hold', () => {
  it('throws undeclared files away and names them, with the rest still read', async () => {
    await start();
    const seen = await post([
      file('virus', 'v.exe', Buffer.alloc(200 * KiB)),
      field('title', 'fica'),
      file('photo', 'p.png', 'p'),
      end,
    ]);
    expect(seen.issues).toEqual([{ path: 'virus', message: 'Dados inválidos.' }]);
    expect(seen).toMatchObject({
      body: { title: 'fica' },
      files: { photo: [{ bytes: 1 }] },
      kept: 1,
    });
    expect(await leftovers()).toEqual([]);
  });

  it('names too many files, texts in the place of files and JSON parts', async () => {
    await start();
    const seen = await post([
      file('photo', '1.png', '1'),
      file('photo', '2.png', '2'),
      field('pages', 'not a file'),
      part(
        'Content-Disposition: form-data; name="title"\r\nContent-Type: application/json',
        '{"a":1}',
      ),
      end,
    ]);
    expect(seen.issues).toEqual([
      { path: 'photo', message: 'Envie apenas um arquivo.' },
      { path: 'pages', message: 'Envie um arquivo.' },
      { path: 'title', message: 'Dados inválidos.' },
    ]);
    expect(seen.kept).toBe(1);
  });

  it('cuts a text field at 64 KiB and says so', async () => {
    await start();
    const seen = await post([field('bio', 'x'.repeat(65 * KiB)), end]);
    expect(seen.issues).toEqual([{ path: 'bio', message: 'Texto muito grande.' }]);
    expect((seen.body as { bio: string }).bio).toHaveLength(64 * KiB);
  });

  it.each<[string, Buffer[], string]>([
    ['NUL in the name of a field', [file('pho\0to', 'x.png', 'x'), end], 'invalid_text'],
    ['NUL in the name of a file', [file('photo', 'x.png\0.svg', 'x'), end], 'invalid_text'],
    ['a prototype name', [field('__proto__', 'x'), end], 'invalid_input'],
    ['a prototype name of a file', [file('constructor', 'x', 'x'), end], 'invalid_input'],
    [
      'a part of broken JSON',
      [
        part('Content-Disposition: form-data; name="a"\r\nContent-Type: application/json', '{'),
        end,
      ],
      'invalid_input',
    ],
    [
      '51 fields',
      [...Array.from({ length: 51 }, (_, n) => field(`f${n}`, 'x')), end],
      'body_too_large',
    ],
    [
      'many files',
      [...Array.from({ length: 80 }, () => file('x', 'x', 'x')), end],
      'body_too_large',
    ],
    ['no end', [file('photo', 'x.png', 'only the beginn')], 'malformed_request'],
    [
      'an end within the headers',
      [Buffer.from(`--${boundary}\r\nContent-Dispo`)],
      'malformed_request',
    ],
    ['no boundary at all', [Buffer.from('hello')], 'malformed_request'],
    [
      'a file one byte beyond its cap',
      [file('photo', 'x.png', Buffer.alloc(64 * KiB + 1)), end],
      'file_too_large',
    ],
  ])('refuses %s and leaves nothing', async (_, body, code) => {
    await start();
    const before = file('pages', 'kept.png', Buffer.alloc(10 * KiB));
    expect(await post([before, ...body])).toEqual({ code });
    expect(await leftovers()).toEqual([]);
    expect((await post([field('a', 'x'), end])).body).toEqual({ a: 'x' });
  });

  it('refuses a content type without boundary', async () => {
    await start();
    const seen = await post(end, { 'content-type': 'multipart/form-data' });
    expect(seen).toEqual({ code: 'malformed_request' });
  });

  it('takes an empty body for an empty form', async () => {
    await start();
    expect(await post(Buffer.alloc(0))).toMatchObject({ body: {}, files: {}, issues: [] });
  });

  it('ignores parts and headers out of measure', async () => {
    await start();
    const seen = await post([
      part('X-No-Disposition: 1', 'x'),
      part(`Content-Disposition: attachment; name="a"`, 'x'),
      part(`X-Huge: ${'h'.repeat(100 * KiB)}\r\nContent-Disposition: form-data; name="late"`, 'x'),
      part(`${'X-Many: 1\r\n'.repeat(200)}Content-Disposition: form-data; name="many"`, 'x'),
      field('title', 'ok'),
      end,
    ]);
    expect(seen.body).toEqual({ title: 'ok' });
  });

  it('is unavailable when the temporary place is', async () => {
    await start();
    await rm(directory, { recursive: true });
    expect(await post([file('photo', 'x.png', 'x'), end])).toEqual({ code: 'storage_unavailable' });
  });
});

describe('an upload without end', () => {
  const chunk = Buffer.alloc(64 * KiB, 'x');
  const head = (name: string): Buffer => file(name, 'x.png', '').subarray(0, -2);

  it.each([
    ['in a declared file', head('photo')],
    ['in an undeclared file', head('virus')],
    ['in a text field', field('title', '').subarray(0, -2)],
    ['before the first part', Buffer.from('preamble')],
    ['after the end of the form', Buffer.concat([field('a', 'x'), end])],
    ['in the headers of a part', Buffer.from(`--${boundary}\r\nX-Endless: `)],
  ])('is answered and cut, %s', async (_, beginning) => {
    await start();
    const { sent, cut, answer } = await flood(beginning, chunk);
    expect(answer).toEqual({ code: 'file_too_large' });
    // The cap, what is thrown away to deliver the answer, and what the sockets hold.
    expect(cut).toBe(true);
    expect(sent).toBeLessThan(24 * MiB);
    expect(await leftovers()).toEqual([]);
  });

  it('is refused by its announced length before it is read', async () => {
    await start();
    const length = `content-length: ${10 * 1024 * MiB}`;
    const { sent, cut, answer } = await flood(head('photo'), chunk, length);
    expect(answer).toEqual({ code: 'file_too_large' });
    expect(cut).toBe(true);
    expect(sent).toBeLessThan(24 * MiB);
    expect(await leftovers()).toEqual([]);
  });

  it('leaves the connection usable when little was left to send', async () => {
    await start();
    const big = [file('photo', 'x.png', Buffer.alloc(MiB)), end];
    expect(await post(big, { connection: 'keep-alive' })).toEqual({ code: 'file_too_large' });
    expect((await post([field('a', 'x'), end])).body).toEqual({ a: 'x' });
  });
});

describe('a client that goes away', () => {
  it('leaves nothing behind, in the middle of a file', async () => {
    await start();
    const request = openRequest();
    request.on('error', () => undefined);
    request.write(file('pages', 'whole.png', 'whole'));
    request.write(file('photo', 'half.png', Buffer.alloc(30 * KiB)).subarray(0, 20 * KiB));
    await vi.waitFor(async () => expect(await leftovers()).toHaveLength(2));
    request.destroy();
    await vi.waitFor(() => expect(outcomes).toEqual([{ code: 'malformed_request' }]));
    expect(await leftovers()).toEqual([]);
  });

  it('is not waited for when it left before the reading began', async () => {
    const reached = Promise.withResolvers<void>();
    const gone = (raw: IncomingMessage) =>
      new Promise<void>((resolve) => {
        raw.once('close', resolve);
        reached.resolve();
      });
    await start({ before: gone });
    const request = openRequest();
    request.on('error', () => undefined);
    request.write(file('photo', 'x.png', 'x').subarray(0, 20));
    await reached.promise;
    request.destroy();
    await vi.waitFor(() => expect(outcomes).toEqual([{ code: 'malformed_request' }]));
  });
});

it('takes 100 MB in without holding it', { timeout: 60_000 }, async () => {
  await start({ declared: { photo: { kind: 'image', maxBytes: 200 * MiB, maxCount: 1 } } });
  const before = process.memoryUsage().rss;
  let peak = 0;
  const request = openRequest();
  const answer = once(request, 'response');
  request.write(file('photo', 'x.png', '').subarray(0, -2));
  const chunk = Buffer.alloc(64 * KiB, 'x');
  for (let n = 0; n < 1600; n += 1) {
    peak = Math.max(peak, process.memoryUsage().rss);
    if (!request.write(chunk)) await once(request, 'drain');
  }
  request.end(Buffer.concat([Buffer.from('\r\n'), end]));
  const [response] = (await answer) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  expect(outcomes[0]?.code).toBeUndefined();
  expect(peak - before).toBeLessThan(80 * MiB);
  expect(await leftovers()).toEqual([]);
});
