import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import mime from 'mime';
import { matchesEtag } from '../http/etag.ts';
import { type FindPrepared, type PreparedAnswer, prepareAnswer } from '../http/prepared-answers.ts';
import { requestedRange } from '../http/range.ts';
import { workerPolicy } from '../http/security-headers.ts';

const SECONDS_PER_YEAR = 31_536_000;

/** Encodings in which the build writes copies of a file, preferred one first, with their file name suffixes. */
const copyEncodings = [
  { encoding: 'br', end: '.br' },
  { encoding: 'zstd', end: '.zst' },
  { encoding: 'gzip', end: '.gz' },
] as const;

/** One encoding of a built file, with the headers of every answer that contains it. */
interface FileCopy {
  readonly body: Buffer;
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The complete answer; set after the framework has sent it once with all headers. */
  prepared?: PreparedAnswer;
}

/** A file of the build in memory. */
interface BuiltFile {
  /** Path in URLs, such as `/assets/frame-1a2b.js`. */
  readonly url: string;
  /** The copy that matches an `Accept-Encoding` header best. */
  copyFor(acceptEncoding: string | undefined): FileCopy;
}

/** The `Cache-Control` header of a file: files with hashed names never change; others are revalidated after an hour. */
function cacheControlOf(url: string): string {
  if (url.startsWith('/assets/')) return `public, max-age=${SECONDS_PER_YEAR}, immutable`;
  // If an old service worker were cached, it could not be replaced.
  if (url === '/sw.js' || url === '/offline.html') return 'no-cache';
  return 'public, max-age=3600';
}

/** Media type by the file's name; text is in UTF-8. */
function contentTypeOf(url: string): string {
  const type = mime.getType(url) ?? 'application/octet-stream';
  return /^text\/|manifest\+json$/.test(type) ? `${type}; charset=utf-8` : type;
}

function headersOf(url: string): Record<string, string> {
  return {
    'content-type': contentTypeOf(url),
    'cache-control': cacheControlOf(url),
    'accept-ranges': 'bytes',
    ...(url === '/sw.js' ? { 'content-security-policy': workerPolicy } : {}),
  };
}

function createCopy(body: Buffer, headers: Readonly<Record<string, string>>): FileCopy {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, headers: { ...headers, etag } };
}

/** Reads a file and its compressed copies; `names` contains the paths of all files. */
async function loadFile(clientFolder: string, name: string, names: ReadonlySet<string>) {
  const url = `/${name.split(sep).join('/')}`;
  const existingEncodings = copyEncodings.filter(({ end }) => names.has(name + end));
  const headers = {
    ...headersOf(url),
    ...(existingEncodings[0] ? { vary: 'accept-encoding' } : {}),
  };
  const uncompressedCopy = createCopy(await readFile(join(clientFolder, name)), headers);
  const compressedCopies = new Map<string, FileCopy>();
  for (const { encoding, end } of existingEncodings) {
    const body = await readFile(join(clientFolder, name + end));
    compressedCopies.set(encoding, createCopy(body, { ...headers, 'content-encoding': encoding }));
  }
  // The chosen copy is not cached, because readers can send any number of different headers.
  const encodings = new negotiator.Negotiator({ supportedValues: [...compressedCopies.keys()] });
  const copyFor = (acceptEncoding = '') =>
    compressedCopies.get(encodings.negotiate(acceptEncoding) ?? '') ?? uncompressedCopy;
  return { url, copyFor } satisfies BuiltFile;
}

/** Reads every file in a folder and its subfolders; a compressed copy belongs to its original file. */
async function loadFiles(clientFolder: string): Promise<readonly BuiltFile[]> {
  const entries = await readdir(clientFolder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const names = new Set(paths.map((path) => relative(clientFolder, path)));
  const originals = [...names].filter(
    (name) => !copyEncodings.some(({ end }) => name.endsWith(end)),
  );
  return Promise.all(originals.map((name) => loadFile(clientFolder, name, names)));
}

/** Metric label of a file's URL: files of a folder share one label, because builds change their names. */
const metricLabelOf = (url: string) => url.replace(/^(\/[^/]+)\/.+$/, '$1/*');

/**
 * Answers `GET` and `HEAD` with a file, with the requested range, or with 304 when the reader has the current version.
 */
function sendFile(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
  const copy = file.copyFor(request.headers['accept-encoding']);
  const { body, etag, headers } = copy;
  reply.headers(headers);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  const requestedPart = requestedRange(request, etag, body.length);
  if (requestedPart.kind === 'whole') {
    if (request.method === 'GET')
      copy.prepared ??= prepareAnswer(reply.getHeaders(), body, metricLabelOf(file.url));
    return reply.send(body);
  }
  if (requestedPart.kind === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${body.length}`).send();
  const { start, end } = requestedPart.range;
  reply.code(206).header('content-range', `bytes ${start}-${end}/${body.length}`);
  return reply.send(body.subarray(start, end + 1));
}

/** Finds the prepared answer for a reader who requests a whole file and sends no cached version. */
const preparedAnswerFor =
  (files: ReadonlyMap<string, BuiltFile>): FindPrepared =>
  ({ url = '', headers }) =>
    headers.range === undefined && headers['if-none-match'] === undefined
      ? files.get(url)?.copyFor(headers['accept-encoding']).prepared
      : undefined;

/**
 * Serves the files of the built web app from memory, with one route for each file. The files must not change while the
 * program runs.
 */
export async function mountFiles(app: FastifyInstance, clientFolder: string): Promise<void> {
  const files = await loadFiles(clientFolder);
  for (const file of files) {
    const options = { compress: false, config: { family: metricLabelOf(file.url) } } as const;
    app.get(file.url, options, (request, reply) => sendFile(request, reply, file));
  }
  app.prepared.add(preparedAnswerFor(new Map(files.map((file) => [file.url, file]))));
}
