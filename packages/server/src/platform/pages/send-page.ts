import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/etag.ts';
import type { RenderedPage } from './render-page.ts';

/** Chooses the encoding of a page, `br` first. Choices are not cached: readers can send any number of headers. */
const encodingNegotiator = new negotiator.Negotiator({ supportedValues: ['br', 'gzip'] });

const decompressBrotli = promisify(brotliDecompress);
const compressByGzip = promisify(gzip);

/** A page that is ready to be sent to any number of readers. */
export interface FinishedPage {
  readonly rendered: RenderedPage;
  /** The Content-Security-Policy that allows the page's own scripts; null for none (development). */
  readonly policy: string | null;
  /** The body without compression, created on first use. */
  plain(): Promise<Buffer>;
  /** The body compressed by gzip, created on first use. */
  gzip(): Promise<Buffer>;
}

function computeOnce<T>(compute: () => Promise<T>): () => Promise<T> {
  let promise: Promise<T> | undefined;
  return () => {
    promise ??= compute();
    return promise;
  };
}

export function finishPage(rendered: RenderedPage, securityPolicy: string | null): FinishedPage {
  const readUncompressed = computeOnce(async () =>
    rendered.size === 0 ? Buffer.alloc(0) : await decompressBrotli(rendered.br),
  );
  return {
    rendered,
    policy: securityPolicy,
    plain: readUncompressed,
    gzip: computeOnce(async () => compressByGzip(await readUncompressed())),
  };
}

/**
 * The body in the best encoding that the reader accepts; uncompressed when the reader accepts none of the available
 * encodings.
 */
async function encodeBody(
  page: FinishedPage,
  acceptEncoding: string | undefined,
): Promise<{ readonly body: Uint8Array; readonly encoding: 'br' | 'gzip' | null }> {
  const encoding =
    page.rendered.size === 0 ? null : encodingNegotiator.negotiate(acceptEncoding ?? '');
  if (encoding === 'br') return { body: page.rendered.br, encoding };
  if (encoding === 'gzip') return { body: await page.gzip(), encoding };
  return { body: await page.plain(), encoding: null };
}

/**
 * `Cache-Control` of a page by its status. Pages are the same for every reader, so shared caches may store a page until
 * it is five seconds old. Browsers revalidate a page, but show it at once after the Back button. Refusals that depend
 * on the reader's limits, and failures, are stored nowhere.
 */
function cacheControlOf(status: number): string {
  if (status === 429 || status >= 500) return 'no-store';
  if (status !== 200 && status !== 404) return 'no-cache';
  return 'public, max-age=0, s-maxage=3, stale-while-revalidate=2';
}

/** Sends a page with the given age in ms, or 304 to a reader that has it. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: FinishedPage,
  ageMs: number,
): Promise<FastifyReply> {
  const { status, headers, etag } = page.rendered;
  reply.header('cache-control', cacheControlOf(status)).header('vary', 'accept-encoding');
  for (const [name, value] of headers) reply.header(name, value);
  if (page.policy !== null) reply.header('content-security-policy', page.policy);
  else reply.removeHeader('content-security-policy');
  if (status === 200 || status === 404) reply.header('age', Math.floor(ageMs / 1000));
  if (status === 200) {
    reply.header('etag', etag);
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  }
  const { body, encoding } = await encodeBody(page, request.headers['accept-encoding']);
  if (encoding) reply.header('content-encoding', encoding);
  return reply.code(status).send(body);
}
