import type { Payment } from '@guilda/contract/orders/orders';
import { isDisputable } from './available-actions.ts';
import { isFreeOrder } from './order-price.ts';
import type { OrderSide } from './order-side.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time until which an order can be paid or started, or until which its money is held after completion. */
export interface Deadline {
  /** The deadline in ISO 8601. */
  readonly dueAt: string;
  readonly kind: 'pay' | 'start' | 'clear';
}

/** The time at which the server cancels or refunds the order or releases its money by itself; null when it will not. */
export function getDeadline(
  order: Pick<Payment, 'expiresAt' | 'startBy' | 'heldUntil'>,
): Deadline | null {
  if (order.expiresAt) return { dueAt: order.expiresAt, kind: 'pay' };
  if (order.startBy) return { dueAt: order.startBy, kind: 'start' };
  return order.heldUntil ? { dueAt: order.heldUntil, kind: 'clear' } : null;
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Time left: `6 dias`, `5 h 10 min`, in the last hour `42:10` (minutes and seconds), after the deadline `00:00`. Days
 * are counted from hours that are rounded up, so that a time of 7 days starts as `7 dias` and not as `6 dias`; hours
 * are counted from minutes that are rounded up.
 */
export function timeLeftText(leftMs: number): string {
  const hours = Math.ceil(leftMs / HOUR_MS);
  if (hours >= 48) return `${Math.floor(hours / 24)} dias`;
  if (leftMs >= HOUR_MS) {
    const minutes = Math.ceil(leftMs / MINUTE_MS);
    return `${Math.floor(minutes / 60)} h${minutes % 60 ? ` ${minutes % 60} min` : ''}`;
  }
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${twoDigits(Math.floor(seconds / 60))}:${twoDigits(seconds % 60)}`;
}

type DeadlineFields = Pick<
  Payment,
  'price' | 'sellerName' | 'serviceStatus' | 'heldUntil' | 'dispute'
>;

/** Texts about the time until the money of a completed order goes to its seller. */
function heldMoneyText(
  side: OrderSide | null,
  order: DeadlineFields,
): { lead: string; after: string } {
  if (side === 'seller') {
    return {
      lead: 'Libera em',
      after: 'Depois disso, o valor pode ser sacado, já sem a taxa.',
    };
  }
  const after =
    side === 'buyer' && isDisputable(order)
      ? 'Até lá, você pode abrir uma disputa. Depois, o dinheiro vai para quem vendeu.'
      : 'Depois disso, ele vai para quem vendeu.';
  return { lead: 'Dinheiro guardado por', after };
}

/** Texts of the required action before the deadline and of the consequence after it; `side` is null for the team. */
export function deadlineText(
  { kind }: Deadline,
  side: OrderSide | null,
  order: DeadlineFields,
): { lead: string; after: string } {
  if (kind === 'pay') {
    const lead = side === 'buyer' ? 'Você tem para pagar' : 'Tempo para pagar';
    return { lead, after: 'Depois disso, o pedido é cancelado.' };
  }
  if (kind === 'clear') return heldMoneyText(side, order);
  const isFree = isFreeOrder(order);
  return side === 'seller'
    ? {
        lead: 'Você tem para começar',
        after: `Depois disso, ${isFree ? 'o pedido é desfeito' : 'o valor volta para quem comprou'}.`,
      }
    : {
        lead: `${order.sellerName} tem para começar`,
        after: `Sem início até lá, ${isFree ? 'o pedido é desfeito' : `o valor volta para ${side === 'buyer' ? 'você' : 'quem comprou'}`}.`,
      };
}
