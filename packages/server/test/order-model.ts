import type { PaymentUpdate, ServiceStatus } from '@guilda/contract/orders';
import { cancelOrder } from '../src/modules/orders/cancel-order.ts';
import type { Party } from '../src/modules/orders/order-states.ts';
import { refundOrder } from '../src/modules/orders/refund-order.ts';
import { updatePayment } from '../src/modules/orders/update-payment.ts';
import type { Person } from '../src/platform/actor.ts';
import type { OrdersRig } from './orders-rig.ts';

/** What an order should do, written out anew from the specification. */

export type Role = 'buyer' | 'seller' | 'stranger' | 'admin';
export const roles: readonly Role[] = ['buyer', 'seller', 'stranger', 'admin'];
export type People = Readonly<Record<Role, Person>>;

/** What a request says, with roles in place of uids. */
export type Said =
  | { readonly says: 'start'; readonly at: string }
  | { readonly says: 'end'; readonly as: Role | 'nobody' }
  | { readonly says: 'reviewed'; readonly rating: number }
  | { readonly says: 'cancel' }
  | { readonly says: 'refund' };

export const requests: readonly Said[] = [
  { says: 'start', at: '2026-11-20T12:00:00.000Z' },
  { says: 'start', at: '1970-01-01T00:00:00+03:00' },
  { says: 'start', at: '9999-12-31T23:59:59Z' },
  ...([...roles, 'nobody'] as const).map((as) => ({ says: 'end' as const, as })),
  ...[1, 2, 3, 4, 5].map((rating) => ({ says: 'reviewed' as const, rating })),
  { says: 'cancel' },
  { says: 'refund' },
];

/** An order with its money, in centavos, as the reference knows it. */
export interface Model {
  readonly price: number;
  readonly status: ServiceStatus;
  readonly endedBy: Role | null;
  readonly rating: number | null;
  /** Who cancelled or refunded it. */
  readonly over: Party | null;
  /** What the provider holds: arrived, and given back. */
  readonly there: { readonly paid: number; readonly back: number };
  /** What of that the order knows. */
  readonly paid: number;
  readonly back: number;
  /** What the provider gave back by itself, as far as the order knows. */
  readonly taken: number;
  /** All that was meant to go back. */
  readonly meant: number;
}

export interface Outcome {
  readonly code: string;
  readonly model: Model;
}

export const isSold = ({ status }: Model) =>
  status === 'awaiting_start' || status === 'in_progress' || status === 'complete';

/** Gives back what must not be kept. */
export function giveBack(model: Model): Model {
  const keep = isSold(model) ? model.price : 0;
  const due = model.paid - keep - Math.max(model.back, model.taken + model.meant);
  return due > 0 ? { ...model, meant: model.meant + due } : model;
}

export function refunded(model: Model, over: Party): Model {
  return giveBack({ ...model, status: 'refunded', over });
}

/** What the provider says of money is written down; it only grows. */
export function noted(model: Model): Model {
  const { there, meant } = model;
  return {
    ...model,
    paid: Math.max(model.paid, there.paid),
    back: Math.max(model.back, there.back),
    taken: Math.max(model.taken, there.back - meant),
  };
}

/** The provider's word arrives. */
export function told(model: Model): Model {
  const { there, price } = model;
  if (there.paid === 0) return model;
  const known = noted(model);
  const allBack = known.back >= known.paid;
  if (known.status === 'awaiting_payment') {
    const first = model.paid === 0;
    const whole = known.paid === price && (known.back === 0 || allBack);
    if (!first || !whole || known.meant > 0) return giveBack(known);
    const sold: Model = { ...known, status: 'awaiting_start' };
    return allBack ? refunded(sold, 'provider') : sold;
  }
  const open = known.status === 'awaiting_start' || known.status === 'in_progress';
  return open && allBack ? refunded(known, 'provider') : giveBack(known);
}

/** The time to pay is over: the provider is asked first. */
export function expired(model: Model): Model {
  if (model.status !== 'awaiting_payment') return model;
  const now = told(model);
  return now.status === 'awaiting_payment' ? { ...now, status: 'cancelled', over: 'system' } : now;
}

function cancelled(model: Model): Outcome {
  if (model.status === 'cancelled' && model.over === 'buyer') return { code: 'ok', model };
  if (model.status !== 'awaiting_payment') return { code: 'order_wrong_status', model };
  const now = told(model);
  if (now.status === 'awaiting_payment') {
    return { code: 'ok', model: { ...now, status: 'cancelled', over: 'buyer' } };
  }
  const paid = now.status === 'awaiting_start';
  return { code: paid ? 'payment_processed' : 'order_wrong_status', model: now };
}

function refund(model: Model, who: 'seller' | 'admin'): Outcome {
  if (model.status === 'refunded') {
    return { code: model.over === who ? 'ok' : 'payment_processed', model };
  }
  const may =
    model.status === 'awaiting_start' || (who === 'admin' && model.status === 'in_progress');
  return may ? { code: 'ok', model: refunded(model, who) } : { code: 'order_wrong_status', model };
}

function ended(model: Model, who: Role, as: Role | 'nobody'): Outcome {
  if (who === 'admin' || as !== who) return { code: 'forbidden', model };
  if (model.status === 'complete' && model.endedBy === who) return { code: 'ok', model };
  if (model.status !== 'in_progress') return { code: 'order_wrong_status', model };
  return { code: 'ok', model: { ...model, status: 'complete', endedBy: who } };
}

function started(model: Model, who: Role): Outcome {
  if (who !== 'seller') return { code: 'only_seller_starts', model };
  if (model.status === 'in_progress') return { code: 'ok', model };
  if (model.status !== 'awaiting_start') return { code: 'order_wrong_status', model };
  return { code: 'ok', model: { ...model, status: 'in_progress' } };
}

/** What the specification says a request comes to: its code, and the order afterwards. */
export function expected(model: Model, who: Role, said: Said): Outcome {
  if (who === 'stranger') return { code: 'order_not_found', model };
  switch (said.says) {
    case 'start':
      return started(model, who);
    case 'end':
      return ended(model, who, said.as);
    case 'reviewed':
      if (who !== 'buyer') return { code: 'only_buyer_reviews', model };
      return { code: model.rating === null ? 'order_wrong_status' : 'ok', model };
    case 'cancel':
      return who === 'buyer' ? cancelled(model) : { code: 'only_buyer_cancels', model };
    case 'refund':
      return who === 'buyer' ? { code: 'only_seller_refunds', model } : refund(model, who);
  }
}

/** The order as it really is. */
export async function modelOf(rig: OrdersRig, people: People, id: string): Promise<Model> {
  const row = await rig.orderOf(id);
  const steps = await rig.stepsOf(id);
  const last = steps.find(({ status }) => status === 'cancelled' || status === 'refunded');
  const facts = await rig.provider.lookup({ orderId: id });
  return {
    price: row.price,
    status: row.serviceStatus,
    endedBy: roles.find((role) => people[role].uid === row.endedIt) ?? null,
    rating: row.rating,
    over: (last?.actor as Party | undefined) ?? null,
    there: facts.ok
      ? { paid: facts.value.amountPaid, back: facts.value.amountRefunded }
      : { paid: 0, back: 0 },
    paid: row.amountPaid ?? 0,
    back: row.amountRefunded,
    taken: row.amountTakenBack,
    meant: (await rig.refundsOf(id)).reduce((sum, { amount }) => sum + amount, 0),
  };
}

function updateOf(
  people: People,
  said: Exclude<Said, { says: 'cancel' | 'refund' }>,
): PaymentUpdate {
  if (said.says === 'start') return { serviceStatus: 'in_progress', startedServiceAt: said.at };
  if (said.says === 'reviewed') return { reviewed: true, rating: said.rating };
  const endedIt =
    said.as === 'nobody' ? '00000000-0000-0000-0000-000000000000' : people[said.as].uid;
  return { serviceStatus: 'complete', endedIt };
}

/** Sends a request about an order; answers its code, `ok` for a success. */
export async function say(
  rig: OrdersRig,
  people: People,
  id: string,
  who: Role,
  said: Said,
): Promise<string> {
  const actor = people[who];
  const answer =
    said.says === 'cancel'
      ? await cancelOrder(rig.deps)(actor, id)
      : said.says === 'refund'
        ? await refundOrder(rig.deps)(actor, id)
        : await updatePayment(rig.deps)(actor, id, updateOf(people, said));
  return answer.ok ? 'ok' : answer.code;
}
