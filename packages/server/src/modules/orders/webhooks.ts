import type { FastifyInstance } from 'fastify';
import { mountWebhooks } from '../../platform/http/webhooks.ts';
import { type ReceiveNoticeDeps, receiveNotice } from './receive-notice.ts';

/** Registers `POST /api/payments/webhooks/{provider}` (`product §5`). */
export function mountPaymentWebhooks(app: FastifyInstance, deps: ReceiveNoticeDeps): void {
  mountWebhooks(app, 'payments', receiveNotice(deps));
}
