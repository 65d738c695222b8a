import type { Payment, PaymentUpdate } from '@guilda/contract/orders';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { readPayment } from './order-queries.ts';
import { findPayment } from './payment-store.ts';
import type { PaymentRow } from './payments-table.ts';
import { type Standing, standingIn } from './policy.ts';
import { applyTransition, type TransitionDeps } from './transition.ts';
import { type PaymentViewDeps, paymentView } from './view.ts';

export interface UpdatePaymentDeps extends TransitionDeps, PaymentViewDeps {
  readonly database: Database;
}

type Failure =
  | 'order_not_found'
  | 'only_seller_starts'
  | 'only_buyer_reviews'
  | 'forbidden'
  | 'order_wrong_status';

/** A request for a change by someone whom the order exists for. */
interface Request {
  readonly actor: Person;
  readonly standing: Standing;
  readonly order: PaymentRow;
}

/**
 * Takes a step as this person. When another state forbids it, `isRepeat` says whether the order
 * already stands where the same person's earlier request brought it.
 */
async function take(
  deps: UpdatePaymentDeps,
  { actor, standing, order }: Request,
  action: 'start' | 'complete',
  isRepeat: (now: PaymentRow) => boolean,
): Promise<Result<void, Failure>> {
  const moved = await deps.database.transaction((tx) =>
    applyTransition(deps, tx, {
      action,
      paymentId: order.id,
      by: standing,
      actorId: actor.uid,
    }),
  );
  if (moved) return ok();
  const now = await findPayment(deps.database.db, order.id);
  return now && isRepeat(now) ? ok() : err('order_wrong_status');
}

async function start(deps: UpdatePaymentDeps, request: Request): Promise<Result<void, Failure>> {
  if (request.standing !== 'seller') return err('only_seller_starts');
  return take(deps, request, 'start', (now) => now.serviceStatus === 'in_progress');
}

async function complete(
  deps: UpdatePaymentDeps,
  request: Request,
  endedIt: string,
): Promise<Result<void, Failure>> {
  const { actor, standing } = request;
  if (standing === 'admin' || endedIt !== actor.uid) return err('forbidden');
  return take(
    deps,
    request,
    'complete',
    (now) => now.serviceStatus === 'complete' && now.endedIt === actor.uid,
  );
}

/** The review itself noted its rating on the order; what the client says of it is not believed. */
function reviewed({ standing, order }: Request): Result<void, Failure> {
  if (standing !== 'buyer') return err('only_buyer_reviews');
  return order.reviewed ? ok() : err('order_wrong_status');
}

async function apply(deps: UpdatePaymentDeps, request: Request, update: PaymentUpdate) {
  if ('reviewed' in update) return reviewed(request);
  if (update.serviceStatus === 'in_progress') return start(deps, request);
  return complete(deps, request, update.endedIt);
}

/**
 * The three changes of `spec §7`, each from whom may ask for it and from the state that allows it
 * (`product §5`). The server's time and the caller's identity count; the same person's repeat of a
 * change that was made changes nothing and succeeds.
 */
export const updatePayment =
  (deps: UpdatePaymentDeps) =>
  async (
    actor: Person,
    id: string,
    update: PaymentUpdate,
  ): Promise<Result<{ payment: Payment }, Failure>> => {
    const { db } = deps.database;
    const order = await findPayment(db, id);
    const standing = order && standingIn(order, actor);
    if (!order || !standing) return err('order_not_found');
    const outcome = await apply(deps, { actor, standing, order }, update);
    if (!outcome.ok) return outcome;
    const reading = await readPayment(db, id);
    if (!reading) return err('order_not_found');
    return ok({ payment: paymentView(deps, actor)(reading) });
  };
