import { parsePictureURL, pictureWidths } from '@guilda/contract/services/pictures';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { FileInfo, FileStore } from '../../../ports/file-store.ts';
import { matchesEtag } from '../../http/etag.ts';
import { pictureKey } from './pictures.ts';

export interface PictureServingOptions {
  readonly files: Pick<FileStore, 'get' | 'stat'>;
  /** Decides who may read a picture at a URL with this query; without this function no picture is served. */
  readonly access?: (pictureId: string, query: string | undefined) => Promise<PictureAccess>;
}

/** Who may read a picture: everyone, anyone with the URL (cached for `privateSeconds`), or nobody (null). */
export type PictureAccess = 'everyone' | { readonly privateSeconds: number } | null;

const knownWidths: ReadonlySet<number> = new Set(Object.values(pictureWidths).flat());

/** Serves `GET` and `HEAD` at the URLs of `pictureURL`; any other path below them is a 404. */
export const servePictures: FastifyPluginAsync<PictureServingOptions> = async (
  app,
  servingOptions,
) => {
  const access = servingOptions.access ?? (async () => null);
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
      const file = await servingOptions.files.get(key);
      if (file === null) return sendNotFound(reply);
      return setPictureHeaders(reply, grantedAccess, etag, file).send(file.stream);
    },
  });
};

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
