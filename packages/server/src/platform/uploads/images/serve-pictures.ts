import { finished } from 'node:stream';
import { parsePictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { FileInfo, FileStore } from '../../../ports/file-store.ts';
import { matchesEtag } from '../../http/etag.ts';
import { sendRefusal } from '../../http/refusal.ts';
import { addressKey } from '../../limits/address.ts';
import { createConcurrencyLimit } from '../../limits/concurrency-limit.ts';
import { err } from '../../result.ts';
import { pictureKey } from './pictures.ts';

export interface PictureServingOptions {
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  /** Decides who may read a picture at a URL with this query; without this function no picture is served. */
  readonly access?: (pictureId: string, query: string | undefined) => Promise<PictureAccess>;
  /** Replace {@link MAX_ANSWER_MS} and {@link MAX_UNFINISHED_ANSWERS} in tests. */
  readonly maxAnswerMs?: number;
  readonly maxUnfinishedAnswers?: number;
}

/** Who may read a picture: everyone, anyone with the URL (cached for `privateSeconds`), or nobody (null). */
export type PictureAccess = 'everyone' | { readonly privateSeconds: number } | null;

/** Maximum number of unfinished answers with a picture for one address: each holds a file, a connection and buffers. */
const MAX_UNFINISHED_ANSWERS = 500;
/** Time in ms after which an unfinished answer is cut off. Pictures are small: 70 kbit/s are enough for 2.5 MB. */
const MAX_ANSWER_MS = 5 * 60_000;

const knownWidths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat());

/**
 * Serves `GET` and `HEAD` at the URLs of `pictureURL`; any other path below them is a 404. Readers who take their answers
 * slowly cannot fill the memory: an address gets 429 beyond {@link MAX_UNFINISHED_ANSWERS}, and each answer ends after
 * {@link MAX_ANSWER_MS}.
 */
export const servePictures: FastifyPluginAsync<PictureServingOptions> = async (
  app,
  servingOptions,
) => {
  const access = servingOptions.access ?? (async () => null);
  const { maxAnswerMs = MAX_ANSWER_MS, maxUnfinishedAnswers = MAX_UNFINISHED_ANSWERS } =
    servingOptions;
  const beginAnswer = createConcurrencyLimit(maxUnfinishedAnswers);
  app.route({
    method: ['GET', 'HEAD'],
    url: '/files/pictures/:id/:file',
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const picture = requestedPictureOf(request);
      const grantedAccess = picture && (await access(picture.id, queryStringOf(request)));
      if (!picture || !grantedAccess) return sendNotFound(reply);
      const key = pictureKey(picture.id, picture.width);
      const etag = `"${picture.id}-${picture.width}"`;
      if (request.method === 'HEAD' || matchesEtag(request.headers['if-none-match'], etag)) {
        const fileInfo = await servingOptions.files.stat(key);
        if (fileInfo === null) return sendNotFound(reply);
        return sendHead(request, setPictureHeaders(reply, grantedAccess, etag, fileInfo), etag);
      }
      const endAnswer = beginAnswer(addressKey(request.ip));
      if (!endAnswer)
        return sendRefusal(request, reply, err('rate_limited', { retryAfterMs: 1_000 }));
      endWithAnswer(reply, endAnswer, maxAnswerMs);
      const file = await servingOptions.files.get(key);
      if (file === null) return sendNotFound(reply);
      return setPictureHeaders(reply, grantedAccess, etag, file).send(file.stream);
    },
  });
};

/** Calls `endAnswer` once the answer is sent or its connection is lost; cuts the connection after `maxMs`. */
function endWithAnswer({ raw }: FastifyReply, endAnswer: () => void, maxMs: number): void {
  const timer = setTimeout(() => raw.destroy(), maxMs).unref();
  finished(raw, () => {
    clearTimeout(timer);
    endAnswer();
  });
}

function requestedPictureOf(request: FastifyRequest): { id: string; width: number } | undefined {
  const { id, file } = request.params as { id: string; file: string };
  const picture = parsePictureURL(`/files/pictures/${id}/${file}`);
  return picture && knownWidths.has(picture.width) ? picture : undefined;
}

function queryStringOf({ url }: FastifyRequest): string | undefined {
  const queryStart = url.indexOf('?');
  return queryStart < 0 ? undefined : url.slice(queryStart + 1);
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function setPictureHeaders(
  reply: FastifyReply,
  grantedAccess: NonNullable<PictureAccess>,
  etag: string,
  { contentType, size }: FileInfo,
): FastifyReply {
  return reply.headers({
    'content-type': contentType,
    'content-length': size,
    // Answers may be cached for a long time, because the picture at a URL never changes.
    'cache-control':
      grantedAccess === 'everyone'
        ? 'public, max-age=31536000, immutable'
        : `private, max-age=${grantedAccess.privateSeconds}`,
    etag,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  });
}

function sendHead(request: FastifyRequest, reply: FastifyReply, etag: string): FastifyReply {
  if (!matchesEtag(request.headers['if-none-match'], etag)) return reply.send();
  return reply.removeHeader('content-length').code(304).send();
}
