import { idInput } from '@guilda/contract/common';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { sendRefusal } from '../../platform/http/refusal.ts';
import type { Preview, Previews } from './stored-previews.ts';

/** Seconds for which a preview may be cached. The time is short, because the content can stop being public. */
const CACHE_MAX_AGE_SECONDS = 3_600;

/** Serves `GET` and `HEAD` of `/files/previews/{kind}/{id}.png`, the image that other sites show for a link. */
export const servePreviews: FastifyPluginAsync<Previews> = async (app, { kind, previewOf }) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/files/previews/${kind}/:file`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const id = requestedIdOf(request);
      if (id === undefined) return sendNotFound(reply);
      const preview = await previewOf(id);
      if (!preview.ok) {
        return preview.code === 'not_found'
          ? sendNotFound(reply)
          : sendRefusal(request, reply, preview);
      }
      return sendPreview(request, reply, preview.value);
    },
  });
};

function requestedIdOf(request: FastifyRequest): string | undefined {
  const { file } = request.params as { file: string };
  return file.endsWith('.png')
    ? idInput.parse(file.slice(0, -'.png'.length).slice(0, 200))
    : undefined;
}

function sendNotFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, png }: Preview,
): FastifyReply {
  const etag = `"${version}"`;
  const etags = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  reply.headers({
    'cache-control': `public, max-age=${CACHE_MAX_AGE_SECONDS}`,
    etag,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    // Chat programs in browsers load the image from pages of other origins.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (etags.some((tag) => ['*', etag, `W/${etag}`].includes(tag))) return reply.code(304).send();
  reply.headers({ 'content-type': 'image/png', 'content-length': png.byteLength });
  return request.method === 'HEAD' ? reply.send() : reply.send(Buffer.from(png));
}
