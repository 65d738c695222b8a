import {
  createOutboundHttp,
  type OutboundAnswer,
} from '@guilda/server/platform/network/outbound-http';
import { err, ok, type Result } from '@guilda/server/platform/result';
import type { Clock } from '@guilda/server/ports/clock';
import {
  type Chargeback,
  type PaymentProvider,
  type PaymentRecord,
  type PaymentRef,
  PROVIDER_TIMEOUT_MS,
} from '@guilda/server/ports/payment-provider';
import { z } from 'zod';
import {
  type CheckoutResource,
  checkoutResource,
  paymentEventBody,
  paymentsApiPath,
  refundResource,
} from './sandbox-api.ts';
import { paymentsSignatureHeader, verifyWebhook } from './webhook-signature.ts';

export interface DemoPaymentsDeps {
  /**
   * Base URL of the sandbox, such as `http://127.0.0.1:3000`; a function because it is known only once the program
   * listens.
   */
  readonly baseUrl: () => string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly clock: Clock;
  /** Logs failed calls to the sandbox. */
  readonly log: { warn(fields: object, message: string): void };
}

/** Outcome of a call: a body of the expected format, an unknown resource, a refusal, or a failure. */
type ApiOutcome<T> = { is: 'done'; value: T } | { is: 'missing' | 'refused' | 'failed' };

/** Creates the adapter of the payment sandbox. It uses only a URL and a key, like the adapter of a real provider. */
export function createDemoPayments(deps: DemoPaymentsDeps): PaymentProvider {
  const callApi = createSandboxApi(deps);
  return {
    name: 'demo',

    async createCheckout(request) {
      const { orderId, reference, title, amount, returnUrl, expiresAt } = request;
      const seller = request.sellerName?.slice(0, 256);
      const checkoutOutcome = await callApi(checkoutResource, 'POST', ['checkouts'], {
        body: { orderId, reference, title, seller, amount, returnUrl, expiresAt },
        idempotencyKey: request.idempotencyKey,
      });
      if (checkoutOutcome.is !== 'done') return err('payment_unavailable');
      return ok({
        providerCheckoutId: checkoutOutcome.value.id,
        checkoutUrl: checkoutOutcome.value.url,
      });
    },

    async parseWebhook({ headers, rawBody }) {
      const isGenuine = verifyWebhook(
        deps.webhookSecret,
        headers[paymentsSignatureHeader],
        rawBody,
        deps.clock.now(),
      );
      if (!isGenuine) return err('webhook_unauthorized');
      const event = paymentEventBody.safeParse(parseJson(rawBody));
      if (!event.success) return err('malformed_request');
      const { id, createdAt, data } = event.data;
      return ok({
        eventId: id,
        ref: { providerCheckoutId: data.checkoutId },
        occurredAt: new Date(createdAt),
      });
    },

    async lookup(ref) {
      return toPaymentRecord(await findCheckout(callApi, ref));
    },

    async refund({ providerPaymentId, amount, idempotencyKey }) {
      const path = ['payments', providerPaymentId, 'refunds'];
      const refundOutcome = await callApi(refundResource, 'POST', path, {
        body: { amount },
        idempotencyKey,
      });
      if (refundOutcome.is === 'done')
        return ok({ refundId: refundOutcome.value.id, status: refundOutcome.value.status });
      if (refundOutcome.is === 'refused') return err('payment_processed');
      return err(refundOutcome.is === 'missing' ? 'not_found' : 'payment_unavailable');
    },

    async expire(ref) {
      const knownCheckoutId = ref.providerCheckoutId;
      const checkoutOutcome: ApiOutcome<{ id: string }> = knownCheckoutId
        ? { is: 'done', value: { id: knownCheckoutId } }
        : await findCheckout(callApi, ref);
      if (checkoutOutcome.is !== 'done') return toPaymentRecord(checkoutOutcome);
      const path = ['checkouts', checkoutOutcome.value.id, 'expire'];
      return toPaymentRecord(await callApi(checkoutResource, 'POST', path, { body: {} }));
    },
  };
}

type SandboxApi = ReturnType<typeof createSandboxApi>;

function createSandboxApi(deps: DemoPaymentsDeps) {
  const http = createOutboundHttp({
    baseUrl: deps.baseUrl,
    headers: { authorization: `Bearer ${deps.apiKey}` },
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
  return async <T>(
    bodySchema: z.ZodType<T>,
    method: 'GET' | 'POST',
    path: readonly string[],
    requestParts: { query?: Record<string, string>; body?: object; idempotencyKey?: string } = {},
  ): Promise<ApiOutcome<T>> => {
    const { query, body, idempotencyKey } = requestParts;
    const answer = await http.send({
      method,
      path: [...paymentsApiPath, ...path],
      ...(query && { query }),
      ...(body && { body }),
      ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
    });
    const outcome = parseAnswer(bodySchema, answer);
    if (outcome.is === 'failed') {
      const call = `${method} ${path[0]}`;
      deps.log.warn({ call, status: answer?.status ?? null }, 'payment provider call failed');
    }
    return outcome;
  };
}

/** Schema of an error body. A 404 without the provider's error code means a wrong URL, not a missing payment. */
const refusalBody = z.object({ code: z.string() });

function parseAnswer<T>(bodySchema: z.ZodType<T>, answer: OutboundAnswer | null): ApiOutcome<T> {
  if (answer === null) return { is: 'failed' };
  const { status, body } = answer;
  const code = refusalBody.safeParse(body).data?.code;
  if (status === 404 && code === 'not_found') return { is: 'missing' };
  if (status === 409 && code === 'payment_processed') return { is: 'refused' };
  const parsed = status >= 200 && status <= 299 ? bodySchema.safeParse(body) : null;
  return parsed?.success ? { is: 'done', value: parsed.data } : { is: 'failed' };
}

function findCheckout(api: SandboxApi, ref: PaymentRef): Promise<ApiOutcome<CheckoutResource>> {
  // The sandbox's webhooks contain the id of the checkout, so chargebacks are never looked up by their own id.
  if ('providerChargebackId' in ref) return Promise.resolve({ is: 'missing' });
  if ('providerPaymentId' in ref) {
    return api(checkoutResource, 'GET', ['payments', ref.providerPaymentId]);
  }
  if (ref.providerCheckoutId) {
    return api(checkoutResource, 'GET', ['checkouts', ref.providerCheckoutId]);
  }
  return api(checkoutResource, 'GET', ['checkouts'], { query: { orderId: ref.orderId ?? '' } });
}

function chargebacksOf({ chargeback, payment }: CheckoutResource): Chargeback[] {
  if (chargeback === null) return [];
  const { id, status, amount, evidenceBy } = chargeback;
  const kind = payment?.method ?? 'card';
  return [{ id, kind, amount, status, evidenceBy: new Date(evidenceBy) }];
}

function toPaymentRecord(
  checkoutOutcome: ApiOutcome<CheckoutResource>,
): Result<PaymentRecord, 'payment_unavailable' | 'not_found'> {
  if (checkoutOutcome.is === 'missing') return err('not_found');
  if (checkoutOutcome.is !== 'done') return err('payment_unavailable');
  const { id, orderId, status, amount, amountPaid, amountRefunded, payment } =
    checkoutOutcome.value;
  const chargebacks = chargebacksOf(checkoutOutcome.value);
  return ok({
    orderId,
    status,
    amount,
    amountPaid,
    amountRefunded,
    ...(chargebacks.length > 0 && { chargebacks }),
    providerCheckoutId: id,
    providerPaymentId: payment?.id ?? null,
    method: payment?.method ?? null,
    paidAt: payment === null ? null : new Date(payment.paidAt),
    endToEndId: payment?.endToEndId ?? null,
  });
}

function parseJson(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString('utf8'));
  } catch {
    return undefined;
  }
}
