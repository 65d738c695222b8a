import type { Payment } from '@guilda/contract/orders';

/** One wish to buy one service: the key makes every repeat of it the same order (`product §5`). */
export interface Intention {
  readonly key: string;
  /** The order it became, once the server said so. */
  readonly paymentId: string | null;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const entryOf = (serviceId: string) => `guilda-buy-${serviceId}`;

function parse(text: string | null): Intention | null {
  if (text === null) return null;
  const [key = '', paymentId = ''] = text.split(' ');
  return key === '' ? null : { key, paymentId: paymentId || null };
}

function write(store: Store, serviceId: string, { key, paymentId }: Intention) {
  store.setItem(entryOf(serviceId), paymentId ? `${key} ${paymentId}` : key);
}

/** The intention under way for this service, or a new one, kept from now on. */
export function takeIntention(store: Store, serviceId: string, newKey: () => string): Intention {
  const kept = parse(store.getItem(entryOf(serviceId)));
  if (kept) return kept;
  const made = { key: newKey(), paymentId: null };
  write(store, serviceId, made);
  return made;
}

/** Notes which order the intention became, so that its end can be told from that of another one. */
export function bindIntention(store: Store, serviceId: string, intention: Intention): void {
  write(store, serviceId, intention);
}

/** Forgets the intention, whatever it became. */
export function dropIntention(store: Store, serviceId: string): void {
  store.removeItem(entryOf(serviceId));
}

/**
 * Forgets the intention that became this order, now that there is nothing left to pay; true when this
 * device was still waiting for that.
 */
export function endIntention(
  store: Store,
  payment: Pick<Payment, 'id' | 'serviceId' | 'serviceStatus'>,
): boolean {
  if (payment.serviceStatus === 'awaiting_payment') return false;
  const kept = parse(store.getItem(entryOf(payment.serviceId)));
  if (kept?.paymentId !== payment.id) return false;
  dropIntention(store, payment.serviceId);
  return true;
}

/**
 * Whether the order a kept key led to is of the past: over, or waiting at another price than the one
 * the buyer looks at. A new purchase then needs a new key.
 */
export function isSpent(
  payment: Pick<Payment, 'serviceStatus' | 'price'>,
  shownPrice: string,
): boolean {
  const { serviceStatus, price } = payment;
  if (serviceStatus === 'awaiting_payment') return price !== shownPrice;
  return serviceStatus !== 'awaiting_start' && serviceStatus !== 'in_progress';
}
