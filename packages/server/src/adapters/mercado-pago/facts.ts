import type { PaymentFacts, PaymentMethod, PaymentStatus } from '../../ports/payment-provider.ts';
import type { KnownOrder } from './known-order.ts';
import type { Payment, Preference } from './resources.ts';

/** Money that arrived, whatever became of it. */
const arrived = ['approved', 'in_mediation', 'refunded', 'charged_back'];

/** Not decided yet; may be called off. */
const open = ['pending', 'in_process', 'authorized'];

const cards = ['credit_card', 'debit_card', 'prepaid_card'];

export const hasArrived = ({ status }: Payment): boolean => arrived.includes(status);

export const isOpen = ({ status }: Payment): boolean => open.includes(status);

/** Whether a checkout takes no payment any more. */
export function isClosed({ expires, expiration_date_to }: Preference, now: Date): boolean {
  return expires === true && expiration_date_to != null && expiration_date_to <= now;
}

/** A chargeback has taken it all unless it is undecided, or was decided for the shop. */
function goneOf({ status, status_detail, ...payment }: Payment): number {
  const taken =
    status === 'charged_back' && !['in_process', 'reimbursed'].includes(status_detail ?? '');
  if (status === 'refunded' || taken) return payment.transaction_amount;
  return payment.transaction_amount_refunded ?? 0;
}

function methodOf({ payment_method_id, payment_type_id }: Payment): PaymentMethod | null {
  if (payment_method_id === 'pix') return 'pix';
  return cards.includes(payment_type_id ?? '') ? 'card' : null;
}

/** Where the transfer's own id is told differs; sometimes it is headed by `PIX`. */
function endToEndIdOf(payment: Payment): string | null {
  if (payment.payment_method_id !== 'pix') return null;
  const data = payment.point_of_interaction?.transaction_data;
  const told = [data?.e2e_id, payment.transaction_details?.transaction_id, data?.transaction_id];
  for (const each of told) {
    const id = /^(?:PIX)?(E\w{31})$/.exec(each ?? '')?.[1];
    if (id) return id;
  }
  return null;
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

function statusOf({ preferences, payments }: KnownOrder, now: Date): PaymentStatus {
  const money = payments.filter(hasArrived);
  const paid = sum(money.map((each) => each.transaction_amount));
  if (paid > 0) return sum(money.map(goneOf)) >= paid ? 'refunded' : 'paid';
  if (payments.some(isOpen)) return 'pending';
  if (preferences.every((each) => isClosed(each, now))) return 'expired';
  return payments.at(-1)?.status === 'rejected' ? 'declined' : 'pending';
}

/**
 * An order as the port tells it: its payments counted together, told by the first that arrived, also
 * when that has nothing left to give back: a refund whose answer was lost is asked for again under its
 * key, which another payment does not know. The oldest checkout stands for all of them.
 */
export function factsOf(order: KnownOrder, now: Date): PaymentFacts {
  const [first] = order.preferences;
  if (!first) throw new Error('an order without a checkout');
  const money = order.payments.filter(hasArrived);
  const [told] = money;
  return {
    orderId: order.orderId,
    status: statusOf(order, now),
    amount: sum(first.items.map(({ unit_price, quantity }) => unit_price * quantity)),
    amountPaid: sum(money.map((each) => each.transaction_amount)),
    amountRefunded: sum(money.map(goneOf)),
    providerCheckoutId: first.id,
    providerPaymentId: told?.id ?? null,
    method: told ? methodOf(told) : null,
    paidAt: told?.date_approved ?? null,
    endToEndId: told ? endToEndIdOf(told) : null,
  };
}
