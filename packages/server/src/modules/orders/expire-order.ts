import type { Db } from '../../platform/database/pool.ts';
import { type CloseCheckoutDeps, closeAtProvider, settleClosed } from './close-checkout.ts';
import { closeCheckoutSoon, expireInTime, type OrderQueue, revokeSoon } from './order-jobs.ts';
import { findPayment, findUnservable, unpaidOrdersOf, unservable } from './payment-store.ts';
import { applyTransition } from './transition.ts';

/** A provider that does not answer: the job is tried again later. */
export class ProviderAway extends Error {
  constructor() {
    super('the payment provider does not answer');
    this.name = 'ProviderAway';
  }
}

/**
 * Ends an order whose time to pay is over, by the database's clock: the checkout is closed first,
 * and a payment that won the race counts. Throws {@link ProviderAway} while that cannot be known.
 */
export const expireOrder =
  (deps: CloseCheckoutDeps) =>
  async (paymentId: string): Promise<void> => {
    const { database } = deps;
    const order = await findPayment(database.db, paymentId);
    if (order?.serviceStatus !== 'awaiting_payment') return;
    const closed = await closeAtProvider(deps, order);
    if (!closed.ok) throw new ProviderAway();
    await database.transaction(async (tx) => {
      await settleClosed(deps, tx, closed.value);
      const move = { action: 'expire', paymentId, by: 'system', actorId: null } as const;
      if (await applyTransition(deps, tx, move)) return;
      const now = await findPayment(tx, paymentId);
      // Asked too early: it has time left.
      if (now?.serviceStatus === 'awaiting_payment') await expireInTime(deps, tx, now);
    });
  };

/**
 * Cancels an unpaid order that nobody may serve any more, so that it is not paid only to go back. Its
 * checkout is closed first, or later while the provider is away; money that slips through goes back.
 */
export const revokeOrder =
  (deps: CloseCheckoutDeps) =>
  async (paymentId: string): Promise<void> => {
    const { database } = deps;
    const order = await findUnservable(database.db, paymentId);
    if (!order) return;
    const closed = await closeAtProvider(deps, order);
    await database.transaction(async (tx) => {
      if (closed.ok) await settleClosed(deps, tx, closed.value);
      const move = { action: 'revoke', paymentId, by: 'system', actorId: null } as const;
      // Asked once more: a suspension may have ended while the provider was asked.
      const revoked = await applyTransition(deps, tx, { ...move, onlyIf: unservable });
      if (revoked && !closed.ok) await closeCheckoutSoon(deps, tx, paymentId);
    });
  };

/**
 * Has the unpaid orders of somebody who may not sell any more, or leaves, cancelled after the commit. Hold
 * the account as a whole, so that no order is placed meanwhile.
 */
export async function revokeUnpaidOf(queue: OrderQueue, tx: Db, uid: string): Promise<void> {
  for (const id of await unpaidOrdersOf(tx, uid)) await revokeSoon(queue, tx, id);
}

/** Refunds an order that was not started in time, by the database's clock. */
export const refundUnstarted =
  (deps: CloseCheckoutDeps) =>
  async (paymentId: string): Promise<void> => {
    const move = { action: 'refundLapsed', paymentId, by: 'system', actorId: null } as const;
    await deps.database.transaction((tx) => applyTransition(deps, tx, move));
  };

/** Closes the checkout of an order that is over; money that slipped through goes back. */
export const closeCheckout =
  (deps: CloseCheckoutDeps) =>
  async (paymentId: string): Promise<void> => {
    const order = await findPayment(deps.database.db, paymentId);
    if (order?.serviceStatus !== 'cancelled') return;
    const closed = await closeAtProvider(deps, order);
    if (!closed.ok) throw new ProviderAway();
    await deps.database.transaction((tx) => settleClosed(deps, tx, closed.value));
  };
