import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Payment } from '@guilda/contract/orders';
import { bindIntention, dropIntention, isSpent, takeIntention } from './intention.ts';

/** What is bought, at the price the buyer looks at. */
export interface Wanted {
  readonly id: string;
  /** Decimal text, `"49.90"`. */
  readonly price: string;
}

export interface BuyDeps {
  readonly checkout: ApiClient['orders']['checkout'];
  /** Shared by all tabs, so that two of them buy once. */
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `work` while no other tab runs it. */
  readonly exclusively: <T>(work: () => Promise<T>) => Promise<T>;
  newKey(): string;
}

/** Where a purchase goes on: at the provider's page, or already at the end of the checkout. */
export type Bought =
  | { readonly kind: 'pay'; readonly checkoutUrl: string }
  | { readonly kind: 'done'; readonly paymentId: string };

/** Refusals after which the same key can lead nowhere. */
const final = new Set([400, 403, 404, 409]);

function next(payment: Payment, checkoutUrl: string | null): Bought {
  return payment.serviceStatus === 'awaiting_payment' && checkoutUrl !== null
    ? { kind: 'pay', checkoutUrl }
    : { kind: 'done', paymentId: payment.id };
}

async function order(deps: BuyDeps, wanted: Wanted): Promise<{ kept: boolean } & CheckedOut> {
  let kept = true;
  const intention = takeIntention(deps.store, wanted.id, () => {
    kept = false;
    return deps.newKey();
  });
  try {
    const body = { serviceId: wanted.id };
    const answer = await deps.checkout({ body, idempotencyKey: intention.key });
    bindIntention(deps.store, wanted.id, { ...intention, paymentId: answer.payment.id });
    return { kept, ...answer };
  } catch (error) {
    if (error instanceof ApiError && final.has(error.status)) {
      dropIntention(deps.store, wanted.id);
    }
    throw error;
  }
}

type CheckedOut = Awaited<ReturnType<BuyDeps['checkout']>>;

/**
 * Buys a service. One intention is one order, however often it is tried: after a double click, a
 * reload, in a second tab or after a lost answer. A key left over from a purchase that is over is
 * replaced by a new one. Rejects with the server's refusal.
 */
export function buy(deps: BuyDeps, wanted: Wanted): Promise<Bought> {
  // Held until the answer came: what one tab stores reaches the others only after a moment.
  return deps.exclusively(async () => {
    let answer = await order(deps, wanted);
    if (answer.kept && isSpent(answer.payment, wanted.price)) {
      dropIntention(deps.store, wanted.id);
      answer = await order(deps, wanted);
    }
    return next(answer.payment, answer.checkoutUrl);
  });
}
