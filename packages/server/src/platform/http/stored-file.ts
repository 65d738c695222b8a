import type { FastifyReply, FastifyRequest } from 'fastify';
import type { DirectReads, FileStore } from '../../ports/file-store.ts';
import { type Wanted, wantedOf } from './range.ts';

/** A file of one person, at an address that carries its own right. */
export interface PrivateFile {
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  readonly key: string;
  /** Of a file that never changes. */
  readonly etag: string;
  /** `Content-Disposition`. */
  readonly disposition: string;
  /** Called before a file is sent from its beginning. */
  readonly begin?: () => Promise<void>;
}

/** Headers of what is one person's: kept by no cache, the browser's own neither, and running nothing. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Answers as an address that was never made. */
export function answerNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/** A range counts only for the very file it was begun with. */
function wanted(request: FastifyRequest, etag: string, size: number): Wanted {
  const { range, 'if-range': ifRange } = request.headers;
  const same = ifRange === undefined || ifRange === etag;
  return wantedOf(request.method === 'GET' && same ? range : undefined, size);
}

/** Answers `GET` and `HEAD` with a file or the part of it that is asked for; 404 when it is not there. */
export async function sendPrivateFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, key, etag, disposition, begin }: PrivateFile,
): Promise<FastifyReply> {
  const facts = await files.stat(key);
  if (!facts) return answerNotFound(reply);
  reply.headers({
    ...privateHeaders,
    'content-type': facts.contentType,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    etag,
  });
  const part = wanted(request, etag, facts.size);
  if (part.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${facts.size}`).send();
  }
  const { start, end } = part.kind === 'part' ? part.range : { start: 0, end: facts.size - 1 };
  reply.header('content-length', end - start + 1);
  if (part.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${facts.size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  if (start === 0) await begin?.();
  const file = await files.get(key, part.kind === 'part' ? { range: part.range } : {});
  if (file) return reply.send(file.stream);
  return answerNotFound(reply.removeHeader('content-length').removeHeader('content-range'));
}

/**
 * Answers `GET` by sending on to the storage, which gives the file or a part of it for a minute to
 * whoever has its address. The headers of its answer are its own, but for type and disposition.
 */
export async function sendElsewhere(
  request: FastifyRequest,
  reply: FastifyReply,
  { direct, key, disposition, begin }: PrivateFile & { readonly direct: DirectReads },
): Promise<FastifyReply> {
  const address = await direct.addressOf(key, { contentDisposition: disposition });
  if (begins(request.headers.range)) await begin?.();
  return reply.headers(privateHeaders).redirect(address, 302);
}

/** Whether what is asked for has the beginning of the file, whose size nobody has asked for. */
function begins(range: string | undefined): boolean {
  const asked = wantedOf(range, Number.MAX_SAFE_INTEGER);
  return asked.kind !== 'part' || asked.range.start === 0;
}
