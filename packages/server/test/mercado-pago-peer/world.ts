import { randomUUID } from 'node:crypto';
import type { Clock } from '../../src/ports/clock.ts';
import { cents, type PeerPayment, type PeerPreference, type PeerRefund } from './parts.ts';

/** How somebody pays; what lies in their own account cannot be excluded. */
export type PeerMeans = 'pix' | 'card' | 'account_money';

const types = { pix: 'bank_transfer', card: 'credit_card', account_money: 'account_money' };

/** Said to whoever listens: the kind of thing that changed, and which. */
export type PeerNews = (
  preference: PeerPreference,
  kind: 'payment' | 'topic_merchant_order_wh',
  id: string,
) => void;

export type MercadoPagoWorld = ReturnType<typeof mercadoPagoWorld>;

const OFFSET_MS = 4 * 3_600_000;
const SEARCHED_DAYS = 90;

/** A date as theirs are written: by the clock of another place. */
export const dated = (at: Date): string =>
  new Date(at.getTime() - OFFSET_MS).toISOString().replace('Z', '-04:00');

/** What Mercado Pago knows, and what people do there. */
export function mercadoPagoWorld(clock: Clock, news: PeerNews) {
  const preferences = new Map<string, PeerPreference>();
  const payments = new Map<number, PeerPayment>();
  const refundsByKey = new Map<string, PeerRefund>();
  /**
   * How far the search is behind, in ms; how new refunds stand; whether it calls nothing off, and
   * tells nobody of anything.
   */
  const ways = {
    indexDelayMs: 0,
    refundsAre: 'approved' as PeerRefund['status'],
    stubborn: false,
    mute: false,
    /** What the account is besides a usual one of Brazil. */
    account: {} as { site_id?: string; tags?: string[] },
  };
  let next = 1_312_000_001;
  const number = () => {
    next += 7;
    return next;
  };

  const preferenceOf = (id: string): PeerPreference => {
    const found = preferences.get(id);
    if (!found) throw new Error(`no preference ${id}`);
    return found;
  };
  const isOpen = ({ expires, expiration_date_to }: PeerPreference) =>
    !expires || expiration_date_to === null || new Date(expiration_date_to) > clock.now();
  const tell = (payment: PeerPayment) => {
    if (ways.mute) return;
    news(preferenceOf(payment.preferenceId), 'payment', String(payment.id));
  };
  const move = (id: number, to: Partial<PeerPayment>): PeerPayment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`no payment ${id}`);
    Object.assign(payment, to);
    tell(payment);
    return payment;
  };
  const approved = () => ({
    status: 'approved',
    status_detail: 'accredited',
    date_approved: dated(clock.now()),
  });

  return {
    preferences,
    payments,
    refundsByKey,
    ways,
    number,
    now: () => clock.now(),
    isOpen,
    tell,
    /** Whether something made at this time is in the search yet. */
    indexed: (created: string) =>
      new Date(created).getTime() + ways.indexDelayMs <= clock.now().getTime(),
    /** Whether the searches of checkouts and of orders go back that far. */
    isRecent: (created: string) =>
      new Date(created).getTime() > clock.now().getTime() - SEARCHED_DAYS * 86_400_000,
    closed: (preference: PeerPreference) =>
      news(preference, 'topic_merchant_order_wh', String(number())),
    make(form: Omit<PeerPreference, 'id' | 'date_created' | 'init_point'>): PeerPreference {
      const id = `1165071449-${randomUUID()}`;
      const made = {
        ...form,
        id,
        date_created: dated(clock.now()),
        init_point: `https://www.mercadopago.com.br/checkout/v1/redirect?pref_id=${id}`,
      } as PeerPreference;
      preferences.set(id, made);
      return made;
    },
    /** Somebody starts to pay; `amount` in reais, by default what is asked. */
    start(
      preferenceId: string,
      means: PeerMeans,
      status = 'pending',
      amount?: number,
    ): PeerPayment {
      const preference = preferenceOf(preferenceId);
      if (!isOpen(preference)) throw new Error('this checkout takes no payment any more');
      const asked = preference.items.reduce((sum, each) => sum + each.unit_price, 0);
      const id = number();
      const payment: PeerPayment = {
        id,
        preferenceId,
        external_reference: preference.external_reference,
        transaction_amount: amount ?? asked,
        payment_method_id: means === 'card' ? 'master' : means,
        payment_type_id: types[means],
        date_created: dated(clock.now()),
        status,
        status_detail: 'pending_waiting_transfer',
        date_approved: null,
        transaction_amount_refunded: 0,
        refunds: [],
      };
      payments.set(id, payment);
      tell(payment);
      return payment;
    },
    move,
    approve: (id: number) => move(id, approved()),
    /** Somebody pays at once. */
    pay(preferenceId: string, means: PeerMeans, amount?: number): PeerPayment {
      return move(this.start(preferenceId, means, 'pending', amount).id, approved());
    },
    decline(preferenceId: string): PeerPayment {
      const { id } = this.start(preferenceId, 'card');
      return move(id, { status: 'rejected', status_detail: 'cc_rejected_insufficient_amount' });
    },
    /** Refunds under way come to an end. */
    finishRefunds(status: 'approved' | 'rejected'): void {
      for (const { id, refunds } of payments.values()) {
        for (const each of refunds.filter((one) => one.status === 'in_process')) {
          each.status = status;
          if (status === 'approved') this.takeBack(id, each.amount);
        }
      }
    },
    /** Money goes back, by the panel or by a refund that was made; in reais. */
    takeBack(id: number, amount: number): void {
      const payment = payments.get(id);
      if (!payment) throw new Error(`no payment ${id}`);
      const back = cents(payment.transaction_amount_refunded) + cents(amount);
      const whole = back >= cents(payment.transaction_amount);
      move(id, {
        transaction_amount_refunded: back / 100,
        ...(whole ? { status: 'refunded' } : {}),
        status_detail: whole ? 'refunded' : 'partially_refunded',
      });
    },
  };
}
