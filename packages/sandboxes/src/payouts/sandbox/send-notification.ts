import { createHmac } from 'node:crypto';
import type { Clock } from '@guilda/server/ports/clock';
import type { Ids } from '@guilda/server/ports/ids';
import { postWebhook } from '../../shared/post-webhook.ts';
import type { PayoutRow } from './payout-store.ts';

export interface PayoutNotificationDeps {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly webhookSecret: string;
}

const DELIVERY_TIMEOUT_MS = 5_000;

/** Signs a notification as Mercado Pago documents it: over the payout's id, the request's id and the time. */
function notificationSignature(
  secret: string,
  resourceId: string,
  requestId: string,
  sentAt: Date,
): string {
  const timestamp = String(sentAt.getTime());
  const manifest = `id:${resourceId.toLowerCase()};request-id:${requestId};ts:${timestamp};`;
  return `ts=${timestamp},v1=${createHmac('sha256', secret).update(manifest).digest('hex')}`;
}

/**
 * Sends one notification that a payout has changed. A lost notification is not sent again: the receiver must then look
 * the payout up.
 */
export async function sendPayoutNotification(
  { clock, ids, webhookSecret }: PayoutNotificationDeps,
  { id, notification_url: notificationUrl, created_at }: PayoutRow,
  action: 'created' | 'updated',
): Promise<void> {
  if (notificationUrl === null) return;
  const url = new URL(notificationUrl);
  url.searchParams.set('data.id', id);
  url.searchParams.set('type', 'transaction_intent');
  const requestId = ids.uuid();
  const body = {
    action: `transaction_intent.${action}`,
    api_version: 'v1',
    data: { id },
    date_created: created_at.toISOString(),
    id: ids.uuid(),
    type: 'transaction_intent',
  };
  await postWebhook({
    url,
    headers: {
      'x-request-id': requestId,
      'x-signature': notificationSignature(webhookSecret, id, requestId, clock.now()),
    },
    body: JSON.stringify(body),
    timeoutMs: DELIVERY_TIMEOUT_MS,
  });
}
