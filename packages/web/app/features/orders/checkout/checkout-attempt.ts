import type { Payment } from '@guilda/contract/orders/orders';

/**
 * One attempt to buy one service. Every request of the attempt carries the same idempotency key, so that
 * retries lead to the same order (`docs/product/orders.md`).
 */
export interface CheckoutAttempt {
  readonly idempotencyKey: string;
  /** Id of the order, known after the first answer of the server. */
  readonly paymentId: string | null;
}

type AttemptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const attemptStorageKeyOf = (serviceId: string) => `guilda-buy-${serviceId}`;

function parseAttempt(text: string | null): CheckoutAttempt | null {
  if (text === null) return null;
  const [idempotencyKey = '', paymentId = ''] = text.split(' ');
  return idempotencyKey === '' ? null : { idempotencyKey, paymentId: paymentId || null };
}

function writeAttempt(
  store: AttemptStorage,
  serviceId: string,
  { idempotencyKey, paymentId }: CheckoutAttempt,
) {
  store.setItem(
    attemptStorageKeyOf(serviceId),
    paymentId ? `${idempotencyKey} ${paymentId}` : idempotencyKey,
  );
}

/** The stored attempt for this service. Without one, a new attempt is created and stored. */
export function getOrCreateAttempt(
  store: AttemptStorage,
  serviceId: string,
  newKey: () => string,
): CheckoutAttempt {
  const storedAttempt = parseAttempt(store.getItem(attemptStorageKeyOf(serviceId)));
  if (storedAttempt) return storedAttempt;
  const newAttempt = { idempotencyKey: newKey(), paymentId: null };
  writeAttempt(store, serviceId, newAttempt);
  return newAttempt;
}

/** Stores the attempt with the id of its order, which `finishAttempt` later compares with the paid order. */
export function recordAttemptOrder(
  store: AttemptStorage,
  serviceId: string,
  attempt: CheckoutAttempt,
): void {
  writeAttempt(store, serviceId, attempt);
}

/** Removes the attempt, whatever the state of its order. */
export function deleteAttempt(store: AttemptStorage, serviceId: string): void {
  store.removeItem(attemptStorageKeyOf(serviceId));
}

/**
 * Removes the attempt of this order from storage unless the order still waits for payment. Returns true if an attempt
 * was removed.
 */
export function finishAttempt(
  store: AttemptStorage,
  payment: Pick<Payment, 'id' | 'serviceId' | 'serviceStatus'>,
): boolean {
  if (payment.serviceStatus === 'awaiting_payment') return false;
  const storedAttempt = parseAttempt(store.getItem(attemptStorageKeyOf(payment.serviceId)));
  if (storedAttempt?.paymentId !== payment.id) return false;
  deleteAttempt(store, payment.serviceId);
  return true;
}

/**
 * Whether the order of a stored attempt cannot be continued: the order has ended, or it waits for payment at another
 * price than the one on screen. A new purchase then needs a new idempotency key.
 */
export function isStaleAttempt(
  payment: Pick<Payment, 'serviceStatus' | 'price'>,
  shownPrice: string,
): boolean {
  const { serviceStatus, price } = payment;
  if (serviceStatus === 'awaiting_payment') return price !== shownPrice;
  return serviceStatus !== 'awaiting_start' && serviceStatus !== 'in_progress';
}
