import { Stripe } from 'stripe';
import type { z } from 'zod';
import { PROVIDER_TIMEOUT_MS } from '../../ports/payment-provider.ts';
import type { Timers } from '../../ports/timers.ts';

/**
 * What came of a request:
 * - `done`: an object of the expected shape
 * - `missing`: Stripe has never heard of an id in it
 * - `refused`: Stripe understood it and says no; `code` and `param` are its own words for why
 * - `failed`: nothing of use
 */
export type Outcome<T> =
  | { readonly is: 'done'; readonly value: T }
  | { readonly is: 'missing' }
  | { readonly is: 'refused'; readonly code: string; readonly param: string }
  | { readonly is: 'failed' };

/** Sends requests that share {@link PROVIDER_TIMEOUT_MS}; `call` names one for the log. */
export type Ask = <T>(
  call: string,
  shape: z.ZodType<T>,
  send: (stripe: Stripe, options: { readonly timeout: number }) => Promise<unknown>,
) => Promise<Outcome<T>>;

export interface AskDeps {
  readonly stripe: Stripe;
  readonly timers: Timers;
  /** Told of every request that failed: its name, the status and Stripe's own words, no more. */
  readonly log: { warn(fields: object, message: string): void };
}

/**
 * The pauses after which a request is sent once more, in ms, by what went wrong. `busy`: another
 * request with the same key, or about the same object, is under way and ends soon.
 */
const PAUSES = {
  busy: [50, 100, 200, 400, 800, 1_600, 1_600, 1_600],
  limited: [200, 600],
  cut: [50],
} as const;

type Trouble = keyof typeof PAUSES;

function troubleOf(error: unknown): Trouble | null {
  if (error instanceof Stripe.errors.StripeConnectionError) return 'cut';
  if (!(error instanceof Stripe.errors.StripeError)) return null;
  if (error.statusCode === 409 || error.code === 'lock_timeout') return 'busy';
  return error.statusCode === 429 ? 'limited' : null;
}

function refusalOf(error: unknown): Outcome<never> {
  // Only the provider's own word counts: a bare 404 is a wrong address, not a missing object.
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return { is: 'failed' };
  if (error.rawType !== 'invalid_request_error') return { is: 'failed' };
  const { code = '', param = '' } = error;
  if (code === 'resource_missing') return { is: 'missing' };
  return error.statusCode === 400 ? { is: 'refused', code, param } : { is: 'failed' };
}

/** What may be told of an error: the message may repeat what was sent. */
function tellOf(error: unknown): object {
  if (!(error instanceof Stripe.errors.StripeError)) {
    return { error: error instanceof Error ? error.name : 'unknown' };
  }
  const { statusCode: status = null, code = null, param = null, requestId = null } = error;
  return { status, error: error.type, code, param, requestId };
}

/** An {@link Ask} whose time starts now. */
export function startAsking({ stripe, timers, log }: AskDeps): Ask {
  const end = timers.now() + PROVIDER_TIMEOUT_MS;
  const left = () => Math.ceil(end - timers.now());
  const pause = (ms: number) => new Promise<void>((resolve) => timers.after(ms, resolve));

  async function persist<T>(send: (timeout: number) => Promise<T>): Promise<T> {
    const tried: Record<Trouble, number> = { busy: 0, limited: 0, cut: 0 };
    for (;;) {
      try {
        return await send(Math.max(1, left()));
      } catch (error) {
        const trouble = troubleOf(error);
        const ms = trouble === null ? undefined : PAUSES[trouble][tried[trouble]++];
        if (ms === undefined || ms >= left()) throw error;
        await pause(ms);
      }
    }
  }

  return async (call, shape, send) => {
    if (left() <= 0) return { is: 'failed' };
    try {
      const answer = shape.safeParse(await persist((timeout) => send(stripe, { timeout })));
      if (answer.success) return { is: 'done', value: answer.data };
      log.warn({ call, error: 'shape' }, 'Stripe gave an answer that makes no sense');
      return { is: 'failed' };
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal.is !== 'missing') log.warn({ call, ...tellOf(error) }, 'a call to Stripe failed');
      return refusal;
    }
  };
}
