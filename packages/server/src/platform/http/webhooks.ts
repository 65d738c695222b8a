import type { ErrorCode } from '@guilda/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebhookRequest } from '../../ports/webhook.ts';
import type { Result } from '../result.ts';
import { sendRefusal } from './refusal.ts';

interface WebhookRoute {
  Params: { provider: string };
  Querystring: WebhookRequest['query'];
}

const emptyBody = Buffer.alloc(0);

/** Converts the request for the provider's adapter, with the raw body: the signature covers these bytes. */
function toWebhookRequest(request: FastifyRequest<WebhookRoute>): WebhookRequest {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : emptyBody;
  return { headers: request.headers, rawBody, query: request.query };
}

/**
 * Registers `POST /api/{area}/webhooks/{provider}`. Requests are authenticated by their signature instead of an access
 * token; an event that cannot be applied now is refused with 503, so that the provider sends it again. `handle`
 * resolves to the outcome for log and metrics.
 */
export function mountWebhooks(
  app: FastifyInstance,
  area: string,
  handle: (provider: string, request: WebhookRequest) => Promise<Result<string, ErrorCode>>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<WebhookRoute>(`/api/${area}/webhooks/:provider`, async (request, reply) => {
      const outcome = await handle(request.params.provider, toWebhookRequest(request));
      scope.meter.count('guilda_webhooks_total', {
        of: area,
        outcome: outcome.ok ? outcome.value : outcome.code,
      });
      if (!outcome.ok) return sendRefusal(request, reply, outcome);
      request.log.debug({ of: area, reception: outcome.value }, 'webhook received');
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
