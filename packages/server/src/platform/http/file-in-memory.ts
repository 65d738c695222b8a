import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import negotiator from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Encodings in order of preference. */
const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

const encodingNegotiator = new negotiator.Negotiator({ supportedValues: [...encodings] });

const compressBy: Readonly<Record<Encoding, (content: Buffer) => Promise<Buffer>>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: promisify(gzip),
};

/** A file in memory, with its copies in the encodings that readers have asked for. */
export interface FileInMemory {
  readonly type: string;
  readonly content: Buffer;
  readonly copies: Map<Encoding, Promise<Buffer>>;
}

export const createFileInMemory = (type: string, content: Buffer): FileInMemory => ({
  type,
  content,
  copies: new Map(),
});

/**
 * Sends a file in the best encoding that the reader accepts. It is compressed once for each encoding and not for each
 * request: nothing limits the number of these requests, and compressing megabytes for each would stop everything else.
 */
export async function sendFromMemory(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, content, copies }: FileInMemory,
): Promise<FastifyReply> {
  reply.type(type).header('vary', 'accept-encoding');
  const accepted = encodingNegotiator.negotiate(request.headers['accept-encoding'] ?? '');
  const encoding = encodings.find((each) => each === accepted);
  if (encoding === undefined) return reply.send(content);
  const copy = copies.get(encoding) ?? compressBy[encoding](content);
  copies.set(encoding, copy);
  return reply.header('content-encoding', encoding).send(await copy);
}
