import type { ErrorCode } from '@guilda/contract/errors';
import { sendRefusal } from '@guilda/server/platform/http/refusal';
import { err } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasBearerKey } from '../../shared/requests.ts';
import {
  type CheckoutResource,
  newCheckout,
  newRefund,
  paymentsSandboxId,
  paymentsSandboxPath,
  type RefundResource,
} from '../sandbox-api.ts';
import { type CheckoutRow, type CheckoutStore, currentCheckoutStatus } from './checkout-store.ts';
import type { FailureSwitch } from './failure-switch.ts';

export interface PaymentsApiDeps {
  readonly store: CheckoutStore;
  readonly clock: Clock;
  readonly apiKey: string;
  readonly failures: FailureSwitch;
  /** URL of the page of a checkout. */
  readonly checkoutUrl: (id: string) => string;
  /** Sends the webhook about a change; the API does not wait for it. */
  readonly notify: (checkoutId: string) => unknown;
}

/** Routes of the provider's REST API, which only Guilda's server may call. */
export async function paymentsApiRoutes(
  app: FastifyInstance,
  deps: PaymentsApiDeps,
): Promise<void> {
  const { store } = deps;
  const toResource = (row: CheckoutRow) => toCheckoutResource(row, deps);
  const sendCheckout = (request: FastifyRequest, reply: FastifyReply, row: CheckoutRow | null) =>
    row ? reply.send(toResource(row)) : sendError(request, reply, 'not_found');

  app.addHook('onRequest', async (request, reply) => {
    const status = deps.failures.next();
    if (status !== null) return reply.code(status).send({ code: 'sandbox_failure' });
    if (!hasBearerKey(request, deps.apiKey)) return sendError(request, reply, 'token_invalid');
  });

  app.post(`${paymentsSandboxPath}/v1/checkouts`, async (request, reply) => {
    const input = newCheckout.safeParse(request.body);
    if (!input.success) return sendError(request, reply, 'invalid_input');
    const { row, created } = await store.create(input.data);
    if (row.amount !== input.data.amount) return sendError(request, reply, 'idempotency_mismatch');
    return reply.code(created ? 201 : 200).send(toResource(row));
  });

  app.get(`${paymentsSandboxPath}/v1/checkouts`, async (request, reply) => {
    const orderId = newCheckout.shape.orderId.safeParse(readProperty(request.query, 'orderId'));
    if (!orderId.success) return sendError(request, reply, 'invalid_parameter');
    return sendCheckout(request, reply, await store.byOrder(orderId.data));
  });

  app.get(`${paymentsSandboxPath}/v1/checkouts/:id`, async (request, reply) => {
    const id = readIdParam(request);
    return sendCheckout(request, reply, id === null ? null : await store.byId(id));
  });

  app.get(`${paymentsSandboxPath}/v1/payments/:id`, async (request, reply) => {
    const id = readIdParam(request);
    return sendCheckout(request, reply, id === null ? null : await store.byPayment(id));
  });

  app.post(`${paymentsSandboxPath}/v1/checkouts/:id/expire`, async (request, reply) => {
    const id = readIdParam(request);
    if (id && (await store.close(id))) deps.notify(id);
    return sendCheckout(request, reply, id === null ? null : await store.byId(id));
  });

  app.post(`${paymentsSandboxPath}/v1/payments/:id/refunds`, async (request, reply) => {
    const id = readIdParam(request);
    if (!id) return sendError(request, reply, 'not_found');
    const input = newRefund.safeParse(request.body);
    const key = newCheckout.shape.title.safeParse(request.headers['idempotency-key']);
    if (!input.success || !key.success) return sendError(request, reply, 'invalid_input');
    const outcome = await store.refund(id, input.data.amount, key.data);
    if (outcome === 'not_found') return sendError(request, reply, 'not_found');
    if (outcome === 'refused') return sendError(request, reply, 'payment_processed');
    if (outcome.created) deps.notify(outcome.checkoutId);
    const refund: RefundResource = { ...outcome.refund, status: 'succeeded' };
    return reply.code(outcome.created ? 201 : 200).send(refund);
  });
}

function toCheckoutResource(row: CheckoutRow, deps: PaymentsApiDeps): CheckoutResource {
  const { payment_id, method, paid_at } = row;
  const isPaid = payment_id !== null && method !== null && paid_at !== null;
  return {
    id: row.id,
    orderId: row.order_id,
    reference: row.reference,
    url: deps.checkoutUrl(row.id),
    status: currentCheckoutStatus(row, deps.clock.now()),
    amount: row.amount,
    amountPaid: isPaid ? row.amount : 0,
    amountRefunded: row.amount_refunded,
    expiresAt: row.expires_at.toISOString(),
    payment: isPaid
      ? { id: payment_id, method, paidAt: paid_at.toISOString(), endToEndId: row.end_to_end_id }
      : null,
    chargeback: toChargebackResource(row),
  };
}

function toChargebackResource(row: CheckoutRow): CheckoutResource['chargeback'] {
  const { chargeback_status: status, chargeback_amount: amount, evidence_by } = row;
  if (status === null || amount === null || evidence_by === null) return null;
  // A payment has at most one chargeback, so the id of the chargeback is derived from the checkout's id.
  return { id: `cbk_${row.id}`, status, amount, evidenceBy: evidence_by.toISOString() };
}

function readIdParam(request: FastifyRequest): string | null {
  return paymentsSandboxId.safeParse(readProperty(request.params, 'id')).data ?? null;
}

function readProperty(value: unknown, name: string): unknown {
  return (value as Record<string, unknown> | undefined)?.[name];
}

function sendError(request: FastifyRequest, reply: FastifyReply, code: ErrorCode) {
  return sendRefusal(request, reply, err(code));
}
