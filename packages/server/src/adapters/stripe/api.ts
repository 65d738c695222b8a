import { Stripe } from 'stripe';
import type { z } from 'zod';
import { PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';
import type { Timers } from '../../ports/timers.ts';

/**
 * Outcome of a request:
 * - `done`: an object of the expected shape
 * - `missing`: Stripe does not know an id in the request
 * - `refused`: Stripe rejected the request; `code` and `param` are Stripe's reason
 * - `failed`: no usable answer
 */
export type StripeResult<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused'; readonly code: string; readonly param: string }
  | { readonly kind: 'failed' };

/** Sends requests that share one {@link PROVIDER_TIMEOUT_MS}; `call` is the request's name in the log. */
export type StripeApi = <T>(
  call: string,
  schema: z.ZodType<T>,
  send: (stripe: Stripe, options: { readonly timeout: number }) => Promise<unknown>,
) => Promise<StripeResult<T>>;

export interface StripeApiDeps {
  readonly stripe: Stripe;
  readonly timers: Timers;
  /** Logs every failed request with its name, status and Stripe's error codes only. */
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * Pauses before each retry, in ms, by the cause of the failure. `busy`: another request with the same key, or about the
 * same object, is running and ends soon. `limited`: rate limit. `cut`: the connection broke.
 */
const RETRY_PAUSES_MS = {
  busy: [50, 100, 200, 400, 800, 1_600, 1_600, 1_600],
  limited: [200, 600],
  cut: [50],
} as const;

type RetryReason = keyof typeof RETRY_PAUSES_MS;

function retryReasonOf(error: unknown): RetryReason | null {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'cut';
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  if (error.statusCode === 409 || error.code === 'lock_timeout') return 'busy';
  return error.statusCode === 429 ? 'limited' : null;
}

function toRefusal(error: unknown): StripeResult<never> {
  // Only an error object of Stripe proves that an object is missing: a bare 404 means a wrong URL.
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { kind: 'failed' };
  if (error.rawType !== 'invalid_request_error') return { kind: 'failed' };
  const { code = '', param = '' } = error;
  if (code === 'resource_missing') return { kind: 'missing' };
  return error.statusCode === 400 ? { kind: 'refused', code, param } : { kind: 'failed' };
}

/** Fields of an error that may be logged; its message is left out because it may repeat request data. */
function errorLogFields(error: unknown): object {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { error: error instanceof Error ? error.name : 'unknown' };
  }
  const { statusCode: status = null, code = null, param = null, requestId = null } = error;
  return { status, error: error.type, code, param, requestId };
}

/** Creates a {@link StripeApi} for one operation, whose timeout starts now. */
export function openStripeApi({ stripe, timers, log }: StripeApiDeps): StripeApi {
  const deadline = timers.now() + PROVIDER_TIMEOUT_MS;
  const remainingMs = () => Math.ceil(deadline - timers.now());
  const pause = (ms: number) => new Promise<void>((resolve) => timers.after(ms, resolve));

  async function sendWithRetries<T>(send: (timeout: number) => Promise<T>): Promise<T> {
    const retryCounts: Record<RetryReason, number> = { busy: 0, limited: 0, cut: 0 };
    for (;;) {
      try {
        return await send(Math.max(1, remainingMs()));
      } catch (error) {
        const reason = retryReasonOf(error);
        const ms = reason === null ? undefined : RETRY_PAUSES_MS[reason][retryCounts[reason]++];
        if (ms === undefined || ms >= remainingMs()) throw error;
        await pause(ms);
      }
    }
  }

  return async (call, schema, send) => {
    if (remainingMs() <= 0) return { kind: 'failed' };
    try {
      const parsedAnswer = schema.safeParse(
        await sendWithRetries((timeout) => send(stripe, { timeout })),
      );
      if (parsedAnswer.success) return { kind: 'done', value: parsedAnswer.data };
      log.warn({ call, error: 'shape' }, 'Stripe gave an answer that makes no sense');
      return { kind: 'failed' };
    } catch (error) {
      const refusal = toRefusal(error);
      if (refusal.kind !== 'missing')
        log.warn({ call, ...errorLogFields(error) }, 'a call to Stripe failed');
      return refusal;
    }
  };
}
