import { formatDecimal } from '@guilda/contract/money/money';
import type { AdminRefund, failedRefundEndpoints } from '@guilda/contract/orders/refunds';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import type { Handlers } from '../../../platform/http/endpoints.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { Ids } from '../../../ports/ids.ts';
import { lockConfirmation } from '../../identity/index.ts';
import { notifyOrderEvent } from '../../notifications/index.ts';
import {
  lockActiveAdmin,
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import { enqueueSendRefund, type OrderQueue } from '../order-jobs.ts';
import { lockOrder } from '../order-store.ts';
import type { OrderRow, RefundRow } from '../orders-table.ts';
import { toNotifiedOrder } from '../policy.ts';
import {
  findRefundDetails,
  isFailedRefund,
  markSettledManually,
  type RefundDetails,
  reopenRefund,
} from './refund-queue-store.ts';

export interface RefundQueueDeps extends OrderQueue, ViewContextDeps, AuditLog<'refund'> {
  readonly database: Database;
  readonly ids: Ids;
}

type RefundDecisionRefusal =
  | 'refund_not_found'
  | 'refund_decided'
  | 'confirmation_required'
  | 'forbidden';
type RefundDecisionResult = Promise<Result<{ refund: AdminRefund }, RefundDecisionRefusal>>;

function toAdminRefund(details: RefundDetails, context: ViewContext): AdminRefund {
  const { refund, order, buyer, seller } = details;
  return {
    id: refund.id,
    amount: formatDecimal(refund.amount),
    status: refund.status,
    reason: refund.reason,
    paymentId: refund.orderId,
    ...order,
    buyer: toAuthor(buyer, context),
    seller: toAuthor(seller, context),
    createdAt: refund.createdAt.toISOString(),
  };
}

/** One refund as administrators see it. */
const getRefund =
  (deps: RefundQueueDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ refund: AdminRefund }, 'refund_not_found'>> => {
    const details = await findRefundDetails(deps.database.db, id);
    if (!details) return err('refund_not_found');
    return ok({ refund: toAdminRefund(details, viewContextFor(deps, actor)) });
  };

interface RefundDecisionInput {
  readonly reason: string;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

/** A failed refund that an administrator decides about, with its locked order. */
interface DecidedRefund {
  readonly refund: RefundRow;
  readonly order: OrderRow;
  readonly actor: Person;
}

/** A decision about a failed refund; `apply` returns false when the refund is not failed any more. */
interface RefundDecision {
  readonly action: 'retry' | 'settle';
  apply(tx: Db, decided: DecidedRefund): Promise<boolean>;
}

/**
 * Applies the decision in a transaction. Refusals in this order: `forbidden` when the actor is not an administrator
 * any more, `refund_decided` when the refund is not failed any more, `confirmation_required` without a confirmation for
 * `admin_money`.
 */
const applyRefundDecision =
  (deps: RefundQueueDeps, { action, apply }: RefundDecision) =>
  (actor: Person, refund: RefundRow, { reason, confirmation }: RefundDecisionInput) =>
    deps.database.transaction(async (tx): Promise<Result<undefined, RefundDecisionRefusal>> => {
      const confirmationUse = { actor, purpose: 'admin_money', confirmation } as const;
      const lockedConfirmation = await lockConfirmation(tx, confirmationUse);
      if (!(await lockActiveAdmin(tx, actor.uid))) return err('forbidden');
      const order = await lockOrder(tx, refund.orderId);
      if (!order) throw new Error(`refund ${refund.id} has no order`);
      if (!(await isFailedRefund(tx, refund.id))) return err('refund_decided');
      if (!lockedConfirmation) return err('confirmation_required');
      if (!(await apply(tx, { refund, order, actor }))) return err('refund_decided');
      const subject = { kind: 'refund', id: refund.id } as const;
      await deps.recordAuditEntry(tx, { actorId: actor.uid, action, subject, reason });
      await lockedConfirmation.spend();
      return ok(undefined);
    });

/**
 * Applies a decision about a failed refund, with an audit log entry. `forbidden` for the buyer and the seller of the
 * order.
 */
const decideRefund =
  (deps: RefundQueueDeps, decision: RefundDecision) =>
  async (actor: Person, id: string, input: RefundDecisionInput): RefundDecisionResult => {
    const refundDetails = await findRefundDetails(deps.database.db, id);
    if (!refundDetails) return err('refund_not_found');
    const { buyer, seller, refund } = refundDetails;
    if (buyer.uid === actor.uid || seller.uid === actor.uid) return err('forbidden');
    const decisionResult = await applyRefundDecision(deps, decision)(actor, refund, input);
    return decisionResult.ok ? getRefund(deps)(actor, id) : decisionResult;
  };

/**
 * Sends a failed refund again, with retries for days. When the provider has not finally refused the last attempt, the
 * idempotency key stays the same, so that the money is not returned twice; otherwise a new key is used.
 */
const retryRefund = (deps: RefundQueueDeps) =>
  decideRefund(deps, {
    action: 'retry',
    apply: async (tx, { refund: { id } }) => {
      if (!(await reopenRefund(tx, id))) return false;
      await enqueueSendRefund(deps, tx, id);
      return true;
    },
  });

/**
 * Records that a failed refund was paid to the buyer in another way, and notifies the buyer. The ledger does not change,
 * because the refund was posted when the order ended. `amount_refunded` does not change either, because it is the
 * provider's total. The amount still counts as returned, so that no other refund is sent for it.
 */
const settleRefund = (deps: RefundQueueDeps) =>
  decideRefund(deps, {
    action: 'settle',
    apply: async (tx, { refund: { id: refundId, amount }, order, actor }) => {
      if (!(await markSettledManually(tx, refundId, actor.uid))) return false;
      const event = { is: 'refund_settled', refundId, amount } as const;
      await notifyOrderEvent(tx, deps.ids, event, toNotifiedOrder(order));
      return true;
    },
  });

export function refundQueueHandlers(deps: RefundQueueDeps): Handlers<typeof failedRefundEndpoints> {
  const [retry, settle] = [retryRefund(deps), settleRefund(deps)];
  return {
    adminGetRefund: ({ actor, params }) => getRefund(deps)(actor, params.id),
    retryRefund: ({ actor, params, body, confirmation }) =>
      retry(actor, params.id, { ...body, confirmation }),
    settleRefund: ({ actor, params, body, confirmation }) =>
      settle(actor, params.id, { ...body, confirmation }),
  };
}
