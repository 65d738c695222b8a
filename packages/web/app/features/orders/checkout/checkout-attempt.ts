import type { Payment } from '@guilda/contract/orders';

/**
 * One attempt to buy one service. Every request of the attempt carries the same idempotency key, so that
 * retries lead to the same order (`docs/product/orders.md`).
 */
export interface CheckoutAttempt {
  readonly key: string;
  /** Id of the order, known after the first answer of the server. */
  readonly paymentId: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const storageKeyOf = (serviceId: string) => `guilda-buy-${serviceId}`;

function parse(text: string | null): CheckoutAttempt | null {
  if (text === null) return null;
  const [key = '', paymentId = ''] = text.split(' ');
  return key === '' ? null : { key, paymentId: paymentId || null };
}

function write(store: Store, serviceId: string, { key, paymentId }: CheckoutAttempt) {
  store.setItem(storageKeyOf(serviceId), paymentId ? `${key} ${paymentId}` : key);
}

/** The stored attempt for this service, or a new one that is stored from now on. */
export function getOrCreateAttempt(
  store: Store,
  serviceId: string,
  newKey: () => string,
): CheckoutAttempt {
  const stored = parse(store.getItem(storageKeyOf(serviceId)));
  if (stored) return stored;
  const created = { key: newKey(), paymentId: null };
  write(store, serviceId, created);
  return created;
}

/** Stores which order the attempt led to. `finishAttempt` compares it with the order that was paid. */
export function recordAttemptOrder(
  store: Store,
  serviceId: string,
  attempt: CheckoutAttempt,
): void {
  write(store, serviceId, attempt);
}

/** Removes the attempt, whatever became of its order. */
export function deleteAttempt(store: Store, serviceId: string): void {
  store.removeItem(storageKeyOf(serviceId));
}

/**
 * Removes the attempt that led to this order once nothing is left to pay. Returns true when this device
 * was still waiting for the payment.
 */
export function finishAttempt(
  store: Store,
  payment: Pick<Payment, 'id' | 'serviceId' | 'serviceStatus'>,
): boolean {
  if (payment.serviceStatus === 'awaiting_payment') return false;
  const stored = parse(store.getItem(storageKeyOf(payment.serviceId)));
  if (stored?.paymentId !== payment.id) return false;
  deleteAttempt(store, payment.serviceId);
  return true;
}

/**
 * Whether the order of a stored attempt cannot be continued: it has ended, or it waits for payment at
 * another price than the one on screen. A new purchase then needs a new key.
 */
export function isStaleAttempt(
  payment: Pick<Payment, 'serviceStatus' | 'price'>,
  shownPrice: string,
): boolean {
  const { serviceStatus, price } = payment;
  if (serviceStatus === 'awaiting_payment') return price !== shownPrice;
  return serviceStatus !== 'awaiting_start' && serviceStatus !== 'in_progress';
}
