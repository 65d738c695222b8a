import {
  arrivedStatus,
  type Chargeback,
  type PaymentMethod,
  type PaymentRecord,
  type PaymentStatus,
} from '../../ports/payment-provider.ts';
import { toChargeback } from './chargebacks.ts';
import type { ProviderOrder } from './provider-order.ts';
import type { MercadoPagoPayment, Preference } from './schemas.ts';

/** Statuses of payments whose money arrived, even if it was returned later. */
const arrivedStatuses = ['approved', 'in_mediation', 'refunded', 'charged_back'];

/** Statuses of pending payments, which can be cancelled. */
const openStatuses = ['pending', 'in_process', 'authorized'];

const cardTypes = ['credit_card', 'debit_card', 'prepaid_card'];

export const hasArrived = ({ status }: MercadoPagoPayment): boolean =>
  arrivedStatuses.includes(status);

export const isOpenPayment = ({ status }: MercadoPagoPayment): boolean =>
  openStatuses.includes(status);

/** Whether a checkout no longer accepts payments. */
export function isClosedPreference(
  { expires, expiration_date_to }: Preference,
  now: Date,
): boolean {
  return expires === true && expiration_date_to != null && expiration_date_to <= now;
}

/**
 * Money of a payment that was refunded, in centavos. During a chargeback Mercado Pago may report the whole payment as
 * refunded; that amount is what the chargeback takes, because a payment with a real full refund has the status
 * `refunded`.
 */
function refundedAmount(
  { id, status, ...payment }: MercadoPagoPayment,
  chargebacks: readonly Chargeback[],
): number {
  const { transaction_amount: amountPaid, transaction_amount_refunded: amountRefunded } = payment;
  if (status === 'refunded') return amountPaid;
  const chargedBack = chargebacks.find((each) => each.id === id)?.amount ?? 0;
  return amountRefunded === amountPaid ? amountPaid - chargedBack : (amountRefunded ?? 0);
}

/** The chargebacks of an order, oldest payment first. */
const chargebacksOf = ({ payments, chargebacks }: ProviderOrder): Chargeback[] =>
  payments.filter(hasArrived).flatMap((each) => toChargeback(each, chargebacks) ?? []);

function paymentMethodOf({
  payment_method_id,
  payment_type_id,
}: MercadoPagoPayment): PaymentMethod | null {
  if (payment_method_id === 'pix') return 'pix';
  return cardTypes.includes(payment_type_id ?? '') ? 'card' : null;
}

/** The end-to-end id of a Pix payment. It appears in different fields, sometimes with the prefix `PIX`. */
function endToEndIdOf(payment: MercadoPagoPayment): string | null {
  if (payment.payment_method_id !== 'pix') return null;
  const data = payment.point_of_interaction?.transaction_data;
  const candidates = [
    data?.e2e_id,
    payment.transaction_details?.transaction_id,
    data?.transaction_id,
  ];
  for (const each of candidates) {
    const id = /^(?:PIX)?(E\w{31})$/.exec(each ?? '')?.[1];
    if (id) return id;
  }
  return null;
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);

function paymentStatusOf(
  { preferences, payments }: ProviderOrder,
  money: PaymentRecordAmounts,
  now: Date,
): PaymentStatus {
  if (money.amountPaid > 0) return arrivedStatus(money);
  if (payments.some(isOpenPayment)) return 'pending';
  if (preferences.every((each) => isClosedPreference(each, now))) return 'expired';
  return payments.at(-1)?.status === 'rejected' ? 'declined' : 'pending';
}

type PaymentRecordAmounts = Pick<PaymentRecord, 'amountPaid' | 'amountRefunded' | 'chargebacks'>;

function paymentRecordAmounts(order: ProviderOrder): PaymentRecordAmounts {
  const money = order.payments.filter(hasArrived);
  const chargebacks = chargebacksOf(order);
  return {
    amountPaid: sumOf(money.map((each) => each.transaction_amount)),
    amountRefunded: sumOf(money.map((each) => refundedAmount(each, chargebacks))),
    ...(chargebacks.length > 0 && { chargebacks }),
  };
}

/**
 * Builds the port's record of an order: amounts over all its payments, ids of the first payment that arrived. This
 * payment stays the record's payment even when it is fully refunded, because a refund whose answer was lost must be
 * repeated on the payment that knows its idempotency key. If there are several checkouts, the record contains the
 * oldest.
 */
export function toPaymentRecord(order: ProviderOrder, now: Date): PaymentRecord {
  const [first] = order.preferences;
  if (!first) throw new Error('an order without a checkout');
  const [main] = order.payments.filter(hasArrived);
  const money = paymentRecordAmounts(order);
  return {
    orderId: order.orderId,
    status: paymentStatusOf(order, money, now),
    amount: sumOf(first.items.map(({ unit_price, quantity }) => unit_price * quantity)),
    ...money,
    providerCheckoutId: first.id,
    providerPaymentId: main?.id ?? null,
    method: main ? paymentMethodOf(main) : null,
    paidAt: main?.date_approved ?? null,
    endToEndId: main ? endToEndIdOf(main) : null,
  };
}
