import type { Payment } from '@guilda/contract/orders';
import { isFreeOrder } from './order-price.ts';
import type { OrderSide } from './order-side.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** The time until which an order can be paid or started. */
export interface Deadline {
  /** The deadline in ISO 8601. */
  readonly at: string;
  readonly kind: 'pay' | 'start';
}

/** The time at which the server cancels or refunds the order by itself; null when it will not. */
export function getDeadline(order: Pick<Payment, 'expiresAt' | 'startBy'>): Deadline | null {
  if (order.expiresAt) return { at: order.expiresAt, kind: 'pay' };
  return order.startBy ? { at: order.startBy, kind: 'start' } : null;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** Time left: `6 dias`, `5 h 10 min`, in the last hour `42:10`, from the deadline on `00:00`. */
export function timeLeftText(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} dias`;
  if (ms >= HOUR_MS) {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS);
    return `${Math.floor(ms / HOUR_MS)} h${minutes ? ` ${minutes} min` : ''}`;
  }
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

/** Texts of the required action before the deadline and of the consequence after it. */
export function deadlineText(
  { kind }: Deadline,
  side: OrderSide,
  order: Pick<Payment, 'price'>,
): { lead: string; after: string } {
  if (kind === 'pay') {
    return { lead: 'Para pagar', after: 'Depois disso, o pedido é cancelado.' };
  }
  const free = isFreeOrder(order);
  return side === 'seller'
    ? {
        lead: 'Para começar',
        after: `Depois disso, ${free ? 'o pedido é desfeito' : 'o valor volta para quem comprou'}.`,
      }
    : {
        lead: 'Para o início',
        after: `Sem início até lá, ${free ? 'o pedido é desfeito' : 'o valor volta para você'}.`,
      };
}
