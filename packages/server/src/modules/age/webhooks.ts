import type { FastifyInstance } from 'fastify';
import { mountWebhooks } from '../../platform/http/webhooks.ts';
import { type ReceiveNoticeDeps, receiveNotice } from './receive-notice.ts';

/** Registers `POST /api/age/webhooks/{provider}`. */
export function mountAgeWebhooks(app: FastifyInstance, deps: ReceiveNoticeDeps): void {
  mountWebhooks(app, 'age', receiveNotice(deps));
}
