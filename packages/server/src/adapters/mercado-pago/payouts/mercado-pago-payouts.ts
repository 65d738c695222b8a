import type { KeyObject } from 'node:crypto';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Clock } from '../../../ports/clock.ts';
import type {
  PayoutProvider,
  PayoutRecord,
  PayoutRequest,
} from '../../../ports/payout-provider.ts';
import {
  createMercadoPagoApi,
  type MercadoPagoApi,
  type MercadoPagoApiDeps,
  type MercadoPagoResult,
} from '../api.ts';
import { verifyNotification } from '../webhook.ts';
import { buildPayoutBody } from './payout-body.ts';
import {
  isPayoutId,
  type TransactionIntent,
  toPayoutRecord,
  transactionIntent,
} from './payout-record.ts';
import { signatureHeaders } from './request-signature.ts';

export interface MercadoPagoPayoutsDeps extends MercadoPagoApiDeps {
  readonly webhookSecret: string;
  /** Ed25519 key that signs requests; null sends unsigned requests, which only test accounts may do. */
  readonly signingKey: KeyObject | null;
  /** Public URL of Guilda's webhook endpoint. */
  readonly notificationUrl: string;
  readonly clock: Clock;
}

/**
 * Error codes of refusals caused by the receiver's data. Other refusals can be temporary or caused by Guilda's own
 * account, so they do not prove that the receiver's data is wrong.
 */
const receiverRefusalCodes = ['invalid identification number', 'invalid identification type'];

/** Kinds of notifications about payouts; a notification without a kind counts as well. */
const payoutNotificationKinds: readonly unknown[] = [
  undefined,
  'transaction_intent',
  'transaction_intents',
];

/**
 * Creates a payout provider on Payouts ("money out") of Mercado Pago: Pix in BRL, by its REST API (ADR 0061). The
 * withdrawal's id is stored as `external_reference`.
 */
export function createMercadoPagoPayouts(deps: MercadoPagoPayoutsDeps): PayoutProvider {
  const openApi = createMercadoPagoApi(deps);
  return {
    name: 'mercadopago',
    pay: (request) => sendPayout(openApi(), deps, request),
    lookup: async ({ providerPayoutId }) => {
      if (!isPayoutId(providerPayoutId)) return err('not_found');
      const foundIntent = await getIntent(openApi(), providerPayoutId);
      if (foundIntent.kind === 'done') return ok(toPayoutRecord(foundIntent.value));
      return err(foundIntent.kind === 'missing' ? 'not_found' : 'payment_unavailable');
    },
    parseWebhook: async (request) => {
      const verification = verifyNotification(deps.webhookSecret, deps.clock.now(), request);
      if (!verification.ok) return verification;
      const { id, kind, occurredAt } = verification.value;
      const isOwnPayout =
        id !== undefined && isPayoutId(id) && payoutNotificationKinds.includes(kind);
      return ok({ ref: isOwnPayout ? { providerPayoutId: id } : null, occurredAt });
    },
  };
}

const getIntent = (
  api: MercadoPagoApi,
  id: string,
): Promise<MercadoPagoResult<TransactionIntent>> =>
  api(transactionIntent, { method: 'GET', path: ['v1', 'transaction-intents', id] });

/**
 * Sends the payout and then reads its current state, because a repeated idempotency key may be answered with the stored
 * first answer. When reading fails, the answer to the sending is used.
 */
async function sendPayout(
  api: MercadoPagoApi,
  { signingKey, notificationUrl }: MercadoPagoPayoutsDeps,
  request: PayoutRequest,
): Promise<Result<PayoutRecord, 'payment_unavailable' | 'payout_refused'>> {
  const body = buildPayoutBody(request, notificationUrl);
  const signature = signingKey
    ? signatureHeaders(signingKey, JSON.stringify(body))
    : { 'x-enforce-signature': 'false' };
  const createdIntent = await api(transactionIntent, {
    method: 'POST',
    path: ['v1', 'transaction-intents', 'process'],
    body,
    headers: { 'x-idempotency-key': request.idempotencyKey, ...signature },
  });
  if (createdIntent.kind === 'refused') {
    const isReceiverRefused = createdIntent.codes.some((code) =>
      receiverRefusalCodes.includes(code.toLowerCase()),
    );
    return err(isReceiverRefused ? 'payout_refused' : 'payment_unavailable');
  }
  if (createdIntent.kind !== 'done') return err('payment_unavailable');
  const currentIntent = await getIntent(api, createdIntent.value.id);
  return ok(
    toPayoutRecord(currentIntent.kind === 'done' ? currentIntent.value : createdIntent.value),
  );
}
