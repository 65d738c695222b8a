import { randomUUID } from 'node:crypto';
import type { Clock } from '../../../src/ports/clock.ts';
import {
  type PeerChargeback,
  type PeerPayment,
  type PeerPreference,
  type PeerRefund,
  toCents,
} from './protocol.ts';

export type PeerPaymentMethod = 'pix' | 'card' | 'account_money';

const paymentTypes = { pix: 'bank_transfer', card: 'credit_card', account_money: 'account_money' };

/** Function that is called when a resource changes, with the kind and id of the resource. */
export type NotifyPeer = (
  preference: PeerPreference,
  kind: 'payment' | 'topic_merchant_order_wh' | 'topic_chargebacks_wh',
  id: string,
) => void;

export type MercadoPagoState = ReturnType<typeof createMercadoPagoState>;

const TIME_ZONE_OFFSET_MS = 4 * 3_600_000;
const SEARCHED_DAYS = 90;

/** A date with an offset, as Mercado Pago writes it. */
export const formatDate = (time: Date): string =>
  new Date(time.getTime() - TIME_ZONE_OFFSET_MS).toISOString().replace('Z', '-04:00');

/** Resources at the fake Mercado Pago, and actions of payers and banks. */
export function createMercadoPagoState(clock: Clock, notifyPeer: NotifyPeer) {
  const preferences = new Map<string, PeerPreference>();
  const payments = new Map<number, PeerPayment>();
  const refundsByKey = new Map<string, PeerRefund>();
  const chargebacks = new Map<string, PeerChargeback>();
  /** Behaviour that tests may change. */
  const settings = {
    /** Delay in ms until searches find a new resource. */
    indexDelayMs: 0,
    /** First status of new refunds. */
    refundsAre: 'approved' as PeerRefund['status'],
    refusesCancellation: false,
    sendsNoWebhooks: false,
    /** Fields of the account that differ from those of a usual Brazilian account. */
    account: {} as { site_id?: string; tags?: string[] },
  };
  let nextId = 1_312_000_001;
  const nextNumber = () => {
    nextId += 7;
    return nextId;
  };

  const preferenceOf = (id: string): PeerPreference => {
    const preference = preferences.get(id);
    if (!preference) throw new Error(`no preference ${id}`);
    return preference;
  };
  const isOpen = ({ expires, expiration_date_to }: PeerPreference) =>
    !expires || expiration_date_to === null || new Date(expiration_date_to) > clock.now();
  const notify: typeof notifyPeer = (...webhook) => {
    if (!settings.sendsNoWebhooks) notifyPeer(...webhook);
  };
  const notifyAbout = (payment: PeerPayment) =>
    notify(preferenceOf(payment.preferenceId), 'payment', String(payment.id));
  const changePayment = (id: number, changes: Partial<PeerPayment>): PeerPayment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`no payment ${id}`);
    Object.assign(payment, { date_last_updated: formatDate(clock.now()), ...changes });
    notifyAbout(payment);
    return payment;
  };
  const approval = () => ({
    status: 'approved',
    status_detail: 'accredited',
    date_approved: formatDate(clock.now()),
  });

  return {
    preferences,
    payments,
    refundsByKey,
    chargebacks,
    settings,
    nextNumber,
    now: () => clock.now(),
    isOpen,
    notifyAbout,
    /** Whether the search index contains a resource of this creation time. */
    isIndexed: (created: string) =>
      new Date(created).getTime() + settings.indexDelayMs <= clock.now().getTime(),
    /** Whether searches of checkouts and merchant orders still find a resource of this creation time. */
    isRecent: (created: string) =>
      new Date(created).getTime() > clock.now().getTime() - SEARCHED_DAYS * 86_400_000,
    closed: (preference: PeerPreference) =>
      notify(preference, 'topic_merchant_order_wh', String(nextNumber())),
    make(form: Omit<PeerPreference, 'id' | 'date_created' | 'init_point'>): PeerPreference {
      const id = `1165071449-${randomUUID()}`;
      const payment = {
        ...form,
        id,
        date_created: formatDate(clock.now()),
        init_point: `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`,
      } as PeerPreference;
      preferences.set(id, payment);
      return payment;
    },
    /** Starts a payment; `amount` in reais, by default that of the checkout. */
    start(
      preferenceId: string,
      method: PeerPaymentMethod,
      status = 'pending',
      amount?: number,
    ): PeerPayment {
      const preference = preferenceOf(preferenceId);
      if (!isOpen(preference)) throw new Error('this checkout takes no payment any more');
      const price = preference.items.reduce((sum, item) => sum + item.unit_price, 0);
      const id = nextNumber();
      const payment: PeerPayment = {
        id,
        preferenceId,
        external_reference: preference.external_reference,
        transaction_amount: amount ?? price,
        payment_method_id: method === 'card' ? 'master' : method,
        payment_type_id: paymentTypes[method],
        date_created: formatDate(clock.now()),
        date_last_updated: formatDate(clock.now()),
        status,
        status_detail: 'pending_waiting_transfer',
        date_approved: null,
        transaction_amount_refunded: 0,
        refunds: [],
      };
      payments.set(id, payment);
      notifyAbout(payment);
      return payment;
    },
    changePayment,
    approve: (id: number) => changePayment(id, approval()),
    /** Starts and approves a payment. */
    pay(preferenceId: string, method: PeerPaymentMethod, amount?: number): PeerPayment {
      return changePayment(this.start(preferenceId, method, 'pending', amount).id, approval());
    },
    decline(preferenceId: string): PeerPayment {
      const { id } = this.start(preferenceId, 'card');
      return changePayment(id, {
        status: 'rejected',
        status_detail: 'cc_rejected_insufficient_amount',
      });
    },
    /**
     * Charges a payment back as the bank does, in full or an amount in reais: changes the payment, and sends a webhook
     * about the chargeback.
     */
    chargeBack(id: number, amount?: number): PeerChargeback {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      const deadline = new Date(clock.now().getTime() + 7 * 86_400_000);
      const chargeback: PeerChargeback = {
        // As long as real ids, which JavaScript numbers cannot represent exactly.
        id: `23300006${nextNumber()}`,
        payments: [id],
        currency: 'BRL',
        amount: amount ?? payment.transaction_amount,
        reason: 'general',
        coverage_applied: null,
        coverage_elegible: true,
        documentation_required: true,
        documentation_status: 'pending',
        documentation: [],
        date_documentation_deadline: formatDate(deadline),
        date_created: formatDate(clock.now()),
        live_mode: true,
      };
      chargebacks.set(chargeback.id, chargeback);
      Object.assign(payment, {
        ...{ status: 'charged_back', status_detail: 'in_process' },
        date_last_updated: formatDate(clock.now()),
      });
      notify(preferenceOf(payment.preferenceId), 'topic_chargebacks_wh', chargeback.id);
      return chargeback;
    },
    /** Decides a chargeback as the bank does, for or against the shop. */
    decideChargeback(chargebackId: string, isWon: boolean): void {
      const chargeback = chargebacks.get(chargebackId);
      const payment = payments.get(chargeback?.payments[0] ?? 0);
      if (!chargeback || !payment) throw new Error(`no chargeback ${chargebackId}`);
      chargeback.coverage_applied = isWon;
      payment.status_detail = isWon ? 'reimbursed' : 'settled';
      payment.date_last_updated = formatDate(clock.now());
      notify(preferenceOf(payment.preferenceId), 'topic_chargebacks_wh', chargeback.id);
    },
    /** Adds a refund to a payment, without moving money; the amount is in reais. */
    addRefund(id: number, amount: number, status: PeerRefund['status']): PeerRefund {
      const date_created = formatDate(clock.now());
      const refund = { id: nextNumber(), payment_id: id, amount, date_created, status };
      payments.get(id)?.refunds.push(refund);
      return refund;
    },
    /** Ends pending refunds. */
    finishRefunds(status: 'approved' | 'rejected'): void {
      for (const { id, refunds } of payments.values()) {
        for (const refund of refunds.filter((refund) => refund.status === 'in_process')) {
          refund.status = status;
          if (status === 'approved') this.returnMoney(id, refund.amount);
        }
      }
    },
    /** Refunds money without a request; the amount is in reais. */
    returnMoney(id: number, amount: number): void {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      const refundedCents = toCents(payment.transaction_amount_refunded) + toCents(amount);
      const isFullRefund = refundedCents >= toCents(payment.transaction_amount);
      changePayment(id, {
        transaction_amount_refunded: refundedCents / 100,
        ...(isFullRefund ? { status: 'refunded' } : {}),
        status_detail: isFullRefund ? 'refunded' : 'partially_refunded',
      });
    },
  };
}
