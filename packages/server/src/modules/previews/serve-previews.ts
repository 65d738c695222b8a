import { idInput } from '@guilda/contract/common';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../../platform/http/etag.ts';
import { sendRefusal } from '../../platform/http/refusal.ts';
import { addressKey } from '../../platform/limits/address.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import type { Preview, Previews } from './stored-previews.ts';

/** Seconds for which a preview may be cached. The time is short, because the content can stop being public. */
const CACHE_MAX_AGE_SECONDS = 3_600;

interface ServePreviewsOptions extends Previews {
  readonly limiter: Pick<RateLimiter, 'take'>;
}

/**
 * Serves `GET` and `HEAD` of `/files/previews/{kind}/{id}.png`, the image that other sites show for a link. Requests count
 * towards the limit `general` of their address.
 */
export const servePreviews: FastifyPluginAsync<ServePreviewsOptions> = async (
  app,
  { kind, previewOf, limiter },
) => {
  app.route({
    method: ['GET', 'HEAD'],
    url: `/files/previews/${kind}/:file`,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const id = requestedIdOf(request);
      if (id === undefined) return sendNotFound(reply);
      const permission = await limiter.take('general', addressKey(request.ip));
      if (!permission.ok) return sendRefusal(request, reply, permission);
      const preview = await previewOf(id);
      return preview.ok ? sendPreview(request, reply, preview.value) : sendNotFound(reply);
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

async function sendPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  { version, readPng }: Preview,
): Promise<FastifyReply> {
  const etag = `"${version}"`;
  // Nothing is read or rendered for a client that has the image.
  const isKnown = matchesEtag(request.headers['if-none-match'], etag);
  const png = isKnown ? null : await readPng();
  if (png && !png.ok) return sendRefusal(request, reply, png);
  reply.headers({
    'cache-control': `public, max-age=${CACHE_MAX_AGE_SECONDS}`,
    etag,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'inline',
    // Chat programs in browsers load the image from pages of other origins.
    'cross-origin-resource-policy': 'cross-origin',
  });
  if (!png) return reply.code(304).send();
  reply.headers({ 'content-type': 'image/png', 'content-length': png.value.byteLength });
  return request.method === 'HEAD' ? reply.send() : reply.send(Buffer.from(png.value));
}
