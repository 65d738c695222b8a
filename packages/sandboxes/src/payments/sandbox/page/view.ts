import type { PaymentMethod, PaymentStatus } from '@guilda/server/ports/payment-provider';
import { paymentsSandboxPath } from '../../sandbox-api.ts';
import type { CheckoutRow } from '../checkout-store.ts';
import type { CardField } from '../test-card.ts';

/** Data that a checkout page shows. */
export interface CheckoutView {
  readonly checkout: CheckoutRow;
  readonly status: PaymentStatus;
  readonly now: Date;
  readonly nonce: string;
  /** The payment method that the payer selected. */
  readonly method: PaymentMethod;
  /** Values of a card form with errors, to show them again; never the number or the security code. */
  readonly card: {
    readonly name: string;
    readonly expiry: string;
    readonly problems: Readonly<Partial<Record<CardField, string>>>;
  };
}

/** The path of a checkout's page, or of an action on the checkout. */
export function checkoutPath(
  id: string,
  action?:
    | 'approve'
    | 'decline'
    | 'card'
    | 'status'
    | 'chargeback'
    | 'chargeback/won'
    | 'chargeback/lost',
) {
  return `${paymentsSandboxPath}/checkout/${id}${action === undefined ? '' : `/${action}`}`;
}

/** URL of the home page of the shop, taken from the checkout's return URL. */
export function shopUrlOf(checkout: Pick<CheckoutRow, 'return_url'>): string {
  return new URL('/', checkout.return_url).href;
}

const hourFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  hour: '2-digit',
  minute: '2-digit',
});

const dayFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
});

/** Formats the time of day: `20:05`. */
export function formatHour(instant: Date): string {
  return hourFormat.format(instant);
}

/** Formats date and time: `18/11/2026, às 20:05`. */
export function formatDayAndHour(instant: Date): string {
  return `${dayFormat.format(instant)}, às ${hourFormat.format(instant)}`;
}
