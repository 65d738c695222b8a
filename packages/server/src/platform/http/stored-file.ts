import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileStore, PresignedUrls } from '../../ports/file-store.ts';
import { parseRange, requestedRange } from './range.ts';

/** A private file, served at a URL that contains its own authorization. */
export interface PrivateFile {
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  readonly key: string;
  /** The file's ETag; constant, because stored files never change. */
  readonly etag: string;
  /** Value of the `Content-Disposition` header. */
  readonly disposition: string;
  /** Called before any byte is sent; false answers 404. */
  readonly permit?: () => Promise<boolean>;
  /** Called before an answer that includes the file's first byte. */
  readonly begin?: () => Promise<void>;
  /**
   * Called once an answer to `GET` has ended, with the number of sent bytes; null when the file storage sent them,
   * because their number is then unknown.
   */
  readonly onSent?: (bytes: number | null) => void;
}

/** Headers of private files: no caching anywhere, and no script in the file may run. */
export const privateHeaders = {
  'cache-control': 'private, no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Answers exactly as for a URL that does not exist. */
export function answerNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

/**
 * Calls `onSent` once the answer has ended, with the number of body bytes that were sent to the network. Works only for
 * HTTP/1.1, where a connection carries one answer at a time. When the client disconnects, the last part of these bytes
 * may not have arrived.
 * @param length size of the whole body in bytes
 */
export function reportSentBytes(
  { raw }: FastifyReply,
  length: number,
  onSent: (bytes: number) => void,
): void {
  const { socket } = raw;
  const bytesBefore = socket?.bytesWritten ?? 0;
  raw.once('close', () => {
    const writtenBytes = (socket?.bytesWritten ?? 0) - bytesBefore;
    onSent(raw.writableFinished ? length : Math.min(Math.max(writtenBytes, 0), length));
  });
}

/** Answers `GET` and `HEAD` with a file or the requested range of it; with 404 when the file does not exist. */
export async function sendPrivateFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, key, etag, disposition, begin, permit, onSent }: PrivateFile,
): Promise<FastifyReply> {
  const storedFile = await files.stat(key);
  if (!storedFile) return answerNotFound(reply);
  reply.headers({
    ...privateHeaders,
    'content-type': storedFile.contentType,
    'content-disposition': disposition,
    'accept-ranges': 'bytes',
    etag,
  });
  const requestedPart = requestedRange(request, etag, storedFile.size);
  if (requestedPart.kind === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${storedFile.size}`).send();
  }
  const { start, end } =
    requestedPart.kind === 'part' ? requestedPart.range : { start: 0, end: storedFile.size - 1 };
  reply.header('content-length', end - start + 1);
  if (requestedPart.kind === 'part') {
    reply.code(206).header('content-range', `bytes ${start}-${end}/${storedFile.size}`);
  }
  if (request.method === 'HEAD') return reply.send();
  const isPermitted = await (permit?.() ?? true);
  if (isPermitted && start === 0) await begin?.();
  const file = isPermitted
    ? await files.get(key, requestedPart.kind === 'part' ? { range: requestedPart.range } : {})
    : null;
  if (file) {
    if (onSent) reportSentBytes(reply, end - start + 1, onSent);
    return reply.send(file.stream);
  }
  return answerNotFound(reply.removeHeader('content-length').removeHeader('content-range'));
}

/**
 * Answers `GET` with a redirect to a presigned URL of the bucket, valid for a minute. The bucket answers with its
 * own headers except for type and disposition.
 */
export async function redirectToStorage(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PrivateFile & { readonly presignedUrls: PresignedUrls },
): Promise<FastifyReply> {
  const { presignedUrls, key, disposition, begin, permit, onSent } = file;
  const address = await presignedUrls.urlOf(key, { contentDisposition: disposition });
  if (!(await (permit?.() ?? true))) return answerNotFound(reply);
  if (includesStart(request.headers.range)) await begin?.();
  onSent?.(null);
  return reply.headers(privateHeaders).redirect(address, 302);
}

/** Whether the requested range includes the first byte; needs no file size, which is unknown before the redirect. */
function includesStart(range: string | undefined): boolean {
  const requestedPart = parseRange(range, Number.MAX_SAFE_INTEGER);
  return requestedPart.kind !== 'part' || requestedPart.range.start === 0;
}
