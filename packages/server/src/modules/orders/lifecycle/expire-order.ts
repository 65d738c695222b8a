import type { Db } from '../../../platform/database/pool.ts';
import {
  type CloseCheckoutDeps,
  closeCheckoutAtProvider,
  settleAfterClosing,
} from '../checkout/close-checkout.ts';
import { enqueueCheckoutClosing, enqueueOrderRevocations, scheduleExpiry } from '../order-jobs.ts';
import {
  findOrder,
  findUnservableOrder,
  isUnservable,
  listUnpaidOrderIds,
} from '../order-store.ts';
import { applyTransition } from './transition.ts';

/** Thrown when the payment provider does not answer, so that the queue retries the job. */
export class ProviderUnavailableError extends Error {
  constructor() {
    super('the payment provider does not answer');
    this.name = 'ProviderUnavailableError';
  }
}

/**
 * Cancels an order whose time to pay has passed, by the database's clock. The checkout is closed first; an order
 * that was paid before stays paid. Throws {@link ProviderUnavailableError} while the provider does not answer.
 */
export const expireOrder =
  (deps: CloseCheckoutDeps) =>
  async (orderId: string): Promise<void> => {
    const { database } = deps;
    const order = await findOrder(database.db, orderId);
    if (order?.serviceStatus !== 'awaiting_payment') return;
    const closeResult = await closeCheckoutAtProvider(deps, order);
    if (!closeResult.ok) throw new ProviderUnavailableError();
    await database.transaction(async (tx) => {
      await settleAfterClosing(deps, tx, closeResult.value);
      const statusChange = { action: 'expire', orderId, by: 'system', actorId: null } as const;
      if (await applyTransition(deps, tx, statusChange)) return;
      const currentOrder = await findOrder(tx, orderId);
      // The time to pay has not passed by the database's clock, so the job is scheduled again.
      if (currentOrder?.serviceStatus === 'awaiting_payment')
        await scheduleExpiry(deps, tx, currentOrder);
    });
  };

/**
 * Cancels an unpaid order for which {@link isUnservable} holds: a payment would be refunded at once. The checkout is
 * closed first; when the provider does not answer, a job closes it later. A payment after the cancellation is refunded.
 */
export const revokeUnpaidOrder =
  (deps: CloseCheckoutDeps) =>
  async (orderId: string): Promise<void> => {
    const { database } = deps;
    const order = await findUnservableOrder(database.db, orderId);
    if (!order) return;
    const closeResult = await closeCheckoutAtProvider(deps, order);
    await database.transaction(async (tx) => {
      if (closeResult.ok) await settleAfterClosing(deps, tx, closeResult.value);
      const statusChange = { action: 'revoke', orderId, by: 'system', actorId: null } as const;
      // `isUnservable` is checked again, because a suspension may have ended during the request to the provider.
      const revokedOrder = await applyTransition(deps, tx, {
        ...statusChange,
        onlyIf: isUnservable,
      });
      if (revokedOrder && !closeResult.ok) await enqueueCheckoutClosing(deps, tx, orderId);
    });
  };

/**
 * Enqueues the cancellation of all unpaid orders of an account that is suspended or closed. Lock the account
 * exclusively first, so that no order is placed before `tx` ends.
 */
export async function enqueueRevokingUnpaidOrders(tx: Db, uid: string): Promise<void> {
  await enqueueOrderRevocations(tx, await listUnpaidOrderIds(tx, uid));
}

/** Closes the checkout of a cancelled order. A payment that arrived since the cancellation is refunded. */
export const closeCheckoutOfCancelledOrder =
  (deps: CloseCheckoutDeps) =>
  async (orderId: string): Promise<void> => {
    const order = await findOrder(deps.database.db, orderId);
    if (order?.serviceStatus !== 'cancelled') return;
    const closeResult = await closeCheckoutAtProvider(deps, order);
    if (!closeResult.ok) throw new ProviderUnavailableError();
    await deps.database.transaction((tx) => settleAfterClosing(deps, tx, closeResult.value));
  };
