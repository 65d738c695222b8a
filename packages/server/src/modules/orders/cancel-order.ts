import type { Payment } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { singleFlight } from '../../platform/single-flight.ts';
import type { PaymentFacts } from '../../ports/payment-provider.ts';
import { type CloseCheckoutDeps, closeAtProvider, settleClosed } from './close-checkout.ts';
import { closeCheckoutSoon } from './order-jobs.ts';
import { readPayment } from './order-queries.ts';
import { findPayment } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { standingIn } from './policy.ts';
import { whoBroughtTo } from './step-store.ts';
import { applyTransition } from './transition.ts';
import { type PaymentViewDeps, paymentView } from './view.ts';

export interface CancelOrderDeps extends CloseCheckoutDeps, PaymentViewDeps {}

type Failure =
  | 'order_not_found'
  | 'only_buyer_cancels'
  | 'order_wrong_status'
  | 'payment_processed';

type Closed = Result<PaymentFacts | null, 'payment_unavailable'>;

/**
 * Cancels in one transaction with what the provider said last. A payment that won the race is
 * settled instead; while the provider is away, the checkout is closed later, and money that slips
 * through goes back by itself.
 */
async function cancel(
  deps: CancelOrderDeps,
  actor: Person,
  { id: paymentId }: PaymentRow,
  closed: Closed,
): Promise<Result<void, Failure>> {
  return deps.database.transaction(async (tx) => {
    if (closed.ok) await settleClosed(deps, tx, closed.value);
    const move = { action: 'cancel', paymentId, by: 'buyer', actorId: actor.uid } as const;
    const moved = await applyTransition(deps, tx, move);
    if (!moved) return afterwards(deps, paymentId, tx);
    if (!closed.ok) await closeCheckoutSoon(deps, tx, paymentId);
    return ok();
  });
}

/** What a cancellation comes to that changed nothing: it was made before, or something else was. */
async function afterwards(
  deps: CancelOrderDeps,
  id: string,
  db = deps.database.db,
): Promise<Result<void, Failure>> {
  const now = await findPayment(db, id);
  if (now?.serviceStatus === 'awaiting_start') return err('payment_processed');
  if (now?.serviceStatus !== 'cancelled') return err('order_wrong_status');
  return (await whoBroughtTo(db, id, 'cancelled')) === 'buyer' ? ok() : err('order_wrong_status');
}

/** What becomes of an order that is not the buyer's to cancel any more, told apart from a race. */
async function settled(deps: CancelOrderDeps, order: PaymentRow): Promise<Result<void, Failure>> {
  if (order.serviceStatus !== 'cancelled') return err('order_wrong_status');
  return afterwards(deps, order.id);
}

/**
 * The buyer gives up an order that is not paid (`product §5`). The provider's checkout is closed
 * first, so that nobody pays for what is cancelled: when it turns out to be paid, the payment counts
 * and the answer is `payment_processed`. The buyer's repeat changes nothing and succeeds.
 */
export function cancelOrder(deps: CancelOrderDeps) {
  const closing = singleFlight<Closed>();
  const attempt = async (actor: Person, order: PaymentRow) => {
    if (order.serviceStatus !== 'awaiting_payment') return settled(deps, order);
    const closed = await closing(order.id, () => closeAtProvider(deps, order));
    return cancel(deps, actor, order, closed);
  };
  return async (actor: Person, id: string): Promise<Result<{ payment: Payment }, Failure>> => {
    const { db } = deps.database;
    const order = await findPayment(db, id);
    const standing = order && standingIn(order, actor);
    if (!order || !standing) return err('order_not_found');
    if (standing !== 'buyer') return err('only_buyer_cancels');
    const outcome = await attempt(actor, order);
    if (!outcome.ok) return outcome;
    const reading = await readPayment(db, id);
    if (!reading) return err('order_not_found');
    return ok({ payment: paymentView(deps, actor)(reading) });
  };
}
