import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Payment } from '@guilda/contract/orders/orders';
import type { SeenOffer } from '@guilda/contract/orders/seen-offer';
import {
  deleteAttempt,
  getOrCreateAttempt,
  isStaleAttempt,
  recordAttemptOrder,
} from './checkout-attempt.ts';

/** The service to buy, with the price shown to the buyer. */
export interface CheckoutItem {
  readonly id: string;
  /** The price as decimal text: `"49.90"`. */
  readonly price: string;
  /** What the buyer read about the service; the purchase is refused with `service_changed` when it differs by now. */
  readonly seen?: SeenOffer | undefined;
}

export interface CheckoutClientDeps {
  readonly checkout: ApiClient['orders']['checkout'];
  /** Storage shared by all tabs, so that two tabs continue the same attempt. */
  readonly store: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs `work` as soon as no other tab runs a checkout. */
  readonly runExclusively: <T>(work: () => Promise<T>) => Promise<T>;
  newKey(): string;
}

/**
 * The step after a checkout: payment at the provider's page, the confirmation page, or another press of the button,
 * because the order has another price than the one that the buyer saw.
 */
export type CheckoutNextStep =
  | { readonly kind: 'pay'; readonly checkoutUrl: string }
  | { readonly kind: 'confirm_price'; readonly price: string }
  | { readonly kind: 'done'; readonly paymentId: string };

/** HTTP statuses after which another request with the same idempotency key would fail again. */
const finalStatuses = new Set([400, 403, 404, 409]);

function nextStepOf(
  { id, price, serviceStatus }: Payment,
  checkoutUrl: string | null,
  shownPrice: string,
): CheckoutNextStep {
  if (serviceStatus !== 'awaiting_payment' || checkoutUrl === null)
    return { kind: 'done', paymentId: id };
  return price === shownPrice ? { kind: 'pay', checkoutUrl } : { kind: 'confirm_price', price };
}

async function requestCheckout(
  deps: CheckoutClientDeps,
  item: CheckoutItem,
): Promise<{ resumed: boolean } & CheckoutAnswer> {
  let resumed = true;
  const attempt = getOrCreateAttempt(deps.store, item.id, () => {
    resumed = false;
    return deps.newKey();
  });
  try {
    const body = { serviceId: item.id, seen: item.seen };
    const answer = await deps.checkout({ body, idempotencyKey: attempt.idempotencyKey });
    recordAttemptOrder(deps.store, item.id, { ...attempt, paymentId: answer.payment.id });
    return { resumed, ...answer };
  } catch (error) {
    if (error instanceof ApiError && finalStatuses.has(error.status)) {
      deleteAttempt(deps.store, item.id);
    }
    throw error;
  }
}

type CheckoutAnswer = Awaited<ReturnType<CheckoutClientDeps['checkout']>>;

/**
 * Buys a service. One attempt leads to one order, even if it is sent several times: by a double click, after a reload,
 * in a second tab or when an answer was lost. An attempt whose order has ended is replaced by a new one. Rejects with
 * the server's `ApiError`.
 */
export function checkOut(
  deps: CheckoutClientDeps,
  checkoutItem: CheckoutItem,
): Promise<CheckoutNextStep> {
  // The lock lasts until the answer has arrived, because other tabs see changes of the storage only after a delay.
  return deps.runExclusively(async () => {
    let answer = await requestCheckout(deps, checkoutItem);
    if (answer.resumed && isStaleAttempt(answer.payment, checkoutItem.price)) {
      deleteAttempt(deps.store, checkoutItem.id);
      answer = await requestCheckout(deps, checkoutItem);
    }
    return nextStepOf(answer.payment, answer.checkoutUrl, checkoutItem.price);
  });
}
