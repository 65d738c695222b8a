import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendRefusal } from '../../platform/http/refusal.ts';
import type { WebhookRequest } from '../../ports/payment-provider.ts';
import { type ReceiveNoticeDeps, receiveNotice } from './receive-notice.ts';

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

/** Registers `POST /api/age/webhooks/{provider}`: the signature stands for the token. */
export function mountAgeWebhooks(app: FastifyInstance, deps: ReceiveNoticeDeps): void {
  const receive = receiveNotice(deps);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<WebhookRoute>('/api/age/webhooks/:provider', async (request, reply) => {
      const received = await receive(request.params.provider, untouched(request));
      if (!received.ok) return sendRefusal(request, reply, received);
      request.log.debug({ reception: received.value }, 'age webhook received');
      return reply.header('cache-control', 'no-store').send({ received: true });
    });
  });
}
