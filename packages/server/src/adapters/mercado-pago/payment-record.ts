import {
  arrivedStatus,
  type Chargeback,
  type PaymentMethod,
  type PaymentRecord,
  type PaymentStatus,
} from '../../ports/payment-provider.ts';
import { toChargebacks } from './chargebacks.ts';
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

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/**
 * Refunded part of a payment, in centavos. During a chargeback Mercado Pago may report the whole payment as refunded
 * although the bank took the money. This is not a refund: a payment that was really refunded in full has the status
 * `refunded`.
 */
function refundedAmount(payment: MercadoPagoPayment, { chargebacks }: ProviderOrder): number {
  const { transaction_amount: amountPaid, transaction_amount_refunded: amountRefunded } = payment;
  if (payment.status === 'refunded') return amountPaid;
  if (amountRefunded !== amountPaid) return amountRefunded ?? 0;
  const chargedBack = sumOf(toChargebacks(payment, chargebacks).map(({ amount }) => amount));
  return Math.max(0, amountPaid - chargedBack);
}

/** The chargebacks of an order, oldest payment first. */
const chargebacksOf = ({ payments, chargebacks }: ProviderOrder): Chargeback[] =>
  payments
    .filter(hasArrived)
    .flatMap((arrivedPayment) => toChargebacks(arrivedPayment, chargebacks));

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
  const transactionData = payment.point_of_interaction?.transaction_data;
  const candidates = [
    transactionData?.e2e_id,
    payment.transaction_details?.transaction_id,
    transactionData?.transaction_id,
  ];
  for (const candidate of candidates) {
    const id = /^(?:PIX)?(E\w{31})$/.exec(candidate ?? '')?.[1];
    if (id) return id;
  }
  return null;
}

function paymentStatusOf(
  { preferences, payments }: ProviderOrder,
  amounts: PaymentRecordAmounts,
  now: Date,
): PaymentStatus {
  if (amounts.amountPaid > 0) return arrivedStatus(amounts);
  if (payments.some(isOpenPayment)) return 'pending';
  if (preferences.every((checkout) => isClosedPreference(checkout, now))) return 'expired';
  return payments.at(-1)?.status === 'rejected' ? 'declined' : 'pending';
}

type PaymentRecordAmounts = Pick<PaymentRecord, 'amountPaid' | 'amountRefunded' | 'chargebacks'>;

function paymentRecordAmounts(order: ProviderOrder): PaymentRecordAmounts {
  const arrivedPayments = order.payments.filter(hasArrived);
  const chargebacks = chargebacksOf(order);
  return {
    amountPaid: sumOf(arrivedPayments.map((arrivedPayment) => arrivedPayment.transaction_amount)),
    amountRefunded: sumOf(
      arrivedPayments.map((arrivedPayment) => refundedAmount(arrivedPayment, order)),
    ),
    ...(chargebacks.length > 0 && { chargebacks }),
  };
}

/**
 * Builds the `PaymentRecord` of an order: amounts over all its payments, ids of the first payment that arrived. This
 * payment stays the record's payment even when it is fully refunded, because a refund whose answer was lost must be
 * repeated on the same payment, where Mercado Pago knows the refund's idempotency key. If there are several checkouts,
 * the record contains the oldest.
 */
export function toPaymentRecord(order: ProviderOrder, now: Date): PaymentRecord {
  const [oldestCheckout] = order.preferences;
  if (!oldestCheckout) throw new Error('an order without a checkout');
  const [firstArrived] = order.payments.filter(hasArrived);
  const amounts = paymentRecordAmounts(order);
  return {
    orderId: order.orderId,
    status: paymentStatusOf(order, amounts, now),
    amount: sumOf(oldestCheckout.items.map(({ unit_price, quantity }) => unit_price * quantity)),
    ...amounts,
    providerCheckoutId: oldestCheckout.id,
    providerPaymentId: firstArrived?.id ?? null,
    method: firstArrived ? paymentMethodOf(firstArrived) : null,
    paidAt: firstArrived?.date_approved ?? null,
    endToEndId: firstArrived ? endToEndIdOf(firstArrived) : null,
  };
}
