import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import type { DeclaredFiles, Form } from '../src/platform/http/form.ts';
import { formReader, useMultipart } from '../src/platform/uploads/multipart.ts';
import type { BeginUpload } from '../src/platform/uploads/room/upload.ts';
import { openTempDir } from '../src/platform/uploads/temp-dir.ts';
import { anyRoom } from './any-room.ts';

export const KiB = 1024;
export const MiB = 1024 * KiB;
export const boundary = '----guilda';
const contentType = `multipart/form-data; boundary=${boundary}`;

/** The files that the form under test takes. */
const declared: DeclaredFiles = {
  photo: { kind: 'image', maxBytes: 64 * KiB, maxCount: 1 },
  pages: { kind: 'image', maxBytes: 64 * KiB, maxCount: 3 },
};

/** One part of a form, with its headers as they are written. */
export function part(headers: string, content: string | Buffer): Buffer {
  return Buffer.concat([
    Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
}
export const field = (name: string, value: string | Buffer): Buffer =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
export const file = (name: string, filename: string, content: string | Buffer): Buffer =>
  part(
    `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: image/png`,
    content,
  );
export const end = Buffer.from(`--${boundary}--\r\n`);

/** What the server under test made of a form. */
export interface Seen {
  code?: string;
  body?: unknown;
  issues?: unknown;
  files?: Record<string, { bytes: number; name: string; content: string }[]>;
  /** Temporary files while the form was in use. */
  kept?: number;
}

export interface FormRigOptions {
  readonly declared?: DeclaredFiles;
  /** Waited for before the body is read. */
  readonly before?: (request: IncomingMessage) => Promise<unknown>;
  /** Decides about room; there is any unless told. */
  readonly beginUpload?: BeginUpload;
}

/** A server on a free port whose `POST /form` tells what it received. */
export async function openFormRig(options: FormRigOptions = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'guilda-form-'));
  const temp = await openTempDir(directory, { clock: { now: () => new Date() } });
  const { beginUpload = anyRoom.beginUpload } = options;
  const lingering = { bytes: 4 * MiB, ms: 5_000, graceMs: 100 };
  const read = formReader({ temp, beginUpload, lingering });
  const outcomes: Seen[] = [];
  const app = Fastify({ bodyLimit: 1024, forceCloseConnections: true });
  await useMultipart(app);
  app.post('/form', async (request, reply) => {
    await options.before?.(request.raw);
    const form = await read(request, options.declared ?? declared, 'owner');
    if (!form.ok) {
      outcomes.push({ code: form.code });
      return reply.code(400).send({ code: form.code });
    }
    await using _ = form.value.files;
    const seen = await look(form.value, options.declared ?? declared);
    outcomes.push({ ...seen, kept: (await readdir(directory)).length });
    return outcomes.at(-1);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    directory,
    port,
    outcomes,
    leftovers: () => readdir(directory),
    openRequest: (headers?: Record<string, string>) => openRequest(port, headers),
    post: (body: Buffer | readonly Buffer[], headers?: Record<string, string>) =>
      post(openRequest(port, headers), body),
    flood: (head: Buffer, framing?: string) => flood(port, head, framing),
    close: async (): Promise<void> => {
      await app.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

export type FormRig = Awaited<ReturnType<typeof openFormRig>>;

async function look({ body, issues, files }: Form, names: DeclaredFiles): Promise<Seen> {
  const taken: NonNullable<Seen['files']> = {};
  for (const field of Object.keys(names)) {
    for (const { path, bytes, name } of files.of(field)) {
      const content = (await readFile(path)).subarray(0, 20).toString('latin1');
      taken[field] = [...(taken[field] ?? []), { bytes, name, content }];
    }
  }
  return { body, issues, files: taken };
}

function openRequest(port: number, headers: Record<string, string> = {}): ClientRequest {
  return httpRequest({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/form',
    headers: { 'content-type': contentType, ...headers },
  });
}

async function post(request: ClientRequest, body: Buffer | readonly Buffer[]): Promise<Seen> {
  request.end(Buffer.isBuffer(body) ? body : Buffer.concat(body));
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return JSON.parse(await text(response)) as Seen;
}

/** Sends a form that begins with `head` and does not end, until the server cuts the connection or 256 MiB are out. */
async function flood(port: number, head: Buffer, framing = 'transfer-encoding: chunked') {
  const chunk = Buffer.alloc(64 * KiB, 'x');
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
