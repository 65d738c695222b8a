import type { ErrorCode } from '@guilda/contract/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { WebhookRequest } from '../../ports/webhook.ts';
import type { Result } from '../result.ts';
import { sendRefusal } from './refusal.ts';

interface WebhookRoute {
  Params: { provider: string };
  Querystring: WebhookRequest['query'];
}

const nothing = Buffer.alloc(0);

/** The request as it arrived: the signature covers these very bytes. */
function untouched(request: FastifyRequest<WebhookRoute>): WebhookRequest {
  const rawBody = Buffer.isBuffer(request.body) ? request.body : nothing;
  return { headers: request.headers, rawBody, query: request.query };
}

/**
 * Registers `POST /api/{of}/webhooks/{provider}`. It is the provider's door, not a person's: the
 * signature stands for the token, and a delivery that cannot be applied now is refused with 503, so
 * that it comes again. `receive` answers what the notification came to, for the log.
 */
export function mountWebhooks(
  app: FastifyInstance,
  of: string,
  receive: (provider: string, request: WebhookRequest) => Promise<Result<string, ErrorCode>>,
): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<WebhookRoute>(`/api/${of}/webhooks/:provider`, async (request, reply) => {
      const received = await receive(request.params.provider, untouched(request));
      scope.meter.count('guilda_webhooks_total', {
        of,
        outcome: received.ok ? received.value : received.code,
      });
      if (!received.ok) return sendRefusal(request, reply, received);
      request.log.debug({ of, reception: received.value }, 'webhook received');
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
