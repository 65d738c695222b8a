import type { DisputeAnswerInput } from '@guilda/contract/orders/dispute-endpoints';
import type { Payment } from '@guilda/contract/orders/orders';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, fieldErr, ok, type Result } from '../../../platform/result.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import type { TransitionDeps } from '../lifecycle/transition.ts';
import { amountDue } from '../order-amount-columns.ts';
import { findOrder, lockOrder } from '../order-store.ts';
import type { OrderRow } from '../orders-table.ts';
import { type OrderRole, orderRoleOf, toNotifiedOrder } from '../policy.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import { createOrderView, type OrderViewDeps } from '../view.ts';
import type { DisputeOutcome } from './dispute-states.ts';
import { changeDispute, findDispute } from './dispute-store.ts';
import type { DisputeRow } from './disputes-table.ts';
import { resolveDispute } from './resolve-dispute.ts';

export interface AnswerDisputeDeps extends TransitionDeps, OrderViewDeps {
  readonly database: Database;
}

type DisputeOverRefusal = 'dispute_not_found' | 'dispute_resolved';
type DisputeStepRefusal =
  | DisputeOverRefusal
  | 'dispute_answered'
  | 'offer_too_high'
  | 'offer_missing';
type DisputeStepResult<E extends DisputeStepRefusal> = Promise<Result<void, E>>;

/** A locked order with its dispute. */
interface LockedDispute {
  readonly order: OrderRow;
  readonly dispute: DisputeRow;
}

/** A step of buyer or seller in a dispute; runs in a transaction that has locked the order. */
type DisputeStep<E extends DisputeStepRefusal> = (
  tx: Db,
  lockedDispute: LockedDispute,
  actor: Person,
) => DisputeStepResult<E>;

/**
 * Makes a repeated request succeed: ok when this person has already ended the dispute with `outcome`, else
 * `dispute_resolved`.
 */
function repeatOrResolved(
  dispute: DisputeRow,
  actor: Person,
  outcome: DisputeOutcome,
): Result<void, 'dispute_resolved'> {
  const isRepeat = dispute.outcome === outcome && dispute.resolverId === actor.uid;
  return isRepeat ? ok() : err('dispute_resolved');
}

/** The seller returns the whole price. */
const acceptDispute =
  (deps: AnswerDisputeDeps): DisputeStep<'dispute_resolved'> =>
  async (tx, { order, dispute }, actor) => {
    const { id: orderId } = order;
    const resolution = { action: 'accept', orderId, actorId: actor.uid } as const;
    const resolvedOrder = await resolveDispute(deps, tx, order, resolution);
    return resolvedOrder ? ok() : repeatOrResolved(dispute, actor, 'refunded');
  };

/**
 * The seller contests the dispute, possibly with an offer below the price; possible once and within the time to answer.
 * After that time the dispute counts as ended, even if its job has not refunded the order yet.
 */
const contestDispute =
  (
    deps: AnswerDisputeDeps,
    { message, offer = null }: Extract<DisputeAnswerInput, { accept: false }>,
  ): DisputeStep<'dispute_resolved' | 'dispute_answered' | 'offer_too_high'> =>
  async (tx, { order, dispute }, actor) => {
    if (offer !== null && offer >= amountDue(order)) return fieldErr('offer_too_high', 'offer');
    const answer = { message, offer };
    const disputeChange = {
      action: 'contest',
      orderId: order.id,
      actorId: actor.uid,
      answer,
    } as const;
    const answeredDispute = await changeDispute(tx, disputeChange);
    if (!answeredDispute)
      return err(dispute.state === 'answered' ? 'dispute_answered' : 'dispute_resolved');
    await notifyOrderEvent(tx, deps.ids, { is: 'dispute_answered', offer }, toNotifiedOrder(order));
    return ok();
  };

/** The buyer accepts the seller's offer, which ends the dispute. */
const acceptOffer =
  (deps: AnswerDisputeDeps): DisputeStep<'dispute_resolved' | 'offer_missing'> =>
  async (tx, { order, dispute }, actor) => {
    const { id: orderId } = order;
    const part = dispute.offer ?? 0;
    const resolution = { action: 'acceptOffer', orderId, actorId: actor.uid, part } as const;
    if (await resolveDispute(deps, tx, order, resolution)) return ok();
    if (dispute.state !== 'resolved') return err('offer_missing');
    return repeatOrResolved(dispute, actor, 'partly_refunded');
  };

/** The buyer withdraws the dispute. */
const withdrawDispute =
  (deps: AnswerDisputeDeps): DisputeStep<'dispute_resolved'> =>
  async (tx, { order, dispute }, actor) => {
    const resolution = { action: 'withdraw', orderId: order.id, actorId: actor.uid } as const;
    const resolvedOrder = await resolveDispute(deps, tx, order, resolution);
    return resolvedOrder ? ok() : repeatOrResolved(dispute, actor, 'withdrawn');
  };

/** Locks the order and takes the step; returns the changed order. */
async function takeDisputeStep<E extends DisputeStepRefusal, R extends string>(
  deps: AnswerDisputeDeps,
  actor: Person,
  orderId: string,
  { role, wrongRoleRefusal, step }: { role: OrderRole; wrongRoleRefusal: R; step: DisputeStep<E> },
): Promise<Result<{ payment: Payment }, E | R | 'order_not_found' | 'dispute_not_found'>> {
  const { database } = deps;
  const foundOrder = await findOrder(database.db, orderId);
  const orderRole = foundOrder && orderRoleOf(foundOrder, actor);
  if (!orderRole) return err('order_not_found');
  if (orderRole !== role) return err(wrongRoleRefusal);
  const outcome = await database.transaction(
    async (tx): Promise<Result<void, E | 'dispute_not_found'>> => {
      const order = await lockOrder(tx, orderId);
      const dispute = order && (await findDispute(tx, orderId));
      return order && dispute ? step(tx, { order, dispute }, actor) : err('dispute_not_found');
    },
  );
  if (!outcome.ok) return outcome;
  const details = await findOrderDetails(database.db, orderId);
  return details ? ok({ payment: createOrderView(deps, actor)(details) }) : err('order_not_found');
}

/**
 * The seller's answer to a dispute (`docs/product/orders.md`). Accepting refunds the whole price at once and is
 * possible until the dispute ends; contesting is possible once, within the time to answer. Accepting again succeeds and changes nothing.
 */
export const answerDispute =
  (deps: AnswerDisputeDeps) => async (actor: Person, orderId: string, input: DisputeAnswerInput) =>
    takeDisputeStep(deps, actor, orderId, {
      role: 'seller',
      wrongRoleRefusal: 'only_seller_answers_dispute' as const,
      step: input.accept ? acceptDispute(deps) : contestDispute(deps, input),
    });

/**
 * The buyer's step in a dispute: accepting the seller's offer or withdrawing the dispute. A repeated step changes
 * nothing.
 */
export const takeBuyerDisputeStep =
  (deps: AnswerDisputeDeps, action: 'acceptOffer' | 'withdraw') =>
  async (actor: Person, orderId: string) =>
    takeDisputeStep(deps, actor, orderId, {
      role: 'buyer',
      wrongRoleRefusal: 'only_buyer_disputes' as const,
      step: action === 'withdraw' ? withdrawDispute(deps) : acceptOffer(deps),
    });
