import { formatDecimal } from '@guilda/contract/money/money';
import type { AdminDispute, DisputeDecisionInput } from '@guilda/contract/orders/dispute-endpoints';
import type { Person } from '../../../platform/actor.ts';
import type { AuditLog } from '../../../platform/audit-log.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { err, fieldErr, ok, type Result } from '../../../platform/result.ts';
import { lockConfirmation } from '../../identity/index.ts';
import {
  lockActiveAdmin,
  toAuthor,
  type ViewContext,
  type ViewContextDeps,
  viewContextFor,
} from '../../users/index.ts';
import type { TransitionDeps } from '../lifecycle/transition.ts';
import { amountDue, contestedAmount } from '../order-amount-columns.ts';
import { lockOrder } from '../order-store.ts';
import { findOrderDetails } from '../reads/order-details-store.ts';
import type { OrderDetails } from '../view.ts';
import { findDisputeById, markDisputeViewed } from './dispute-store.ts';
import type { DisputeRow } from './disputes-table.ts';
import { resolveDispute } from './resolve-dispute.ts';
import { toDispute } from './view.ts';

interface GetDisputeDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db'>;
}

export interface DecideDisputeDeps extends TransitionDeps, ViewContextDeps, AuditLog<'order'> {
  readonly database: Database;
}

type DecideDisputeRefusal =
  | 'dispute_not_found'
  | 'dispute_resolved'
  | 'refund_too_high'
  | 'confirmation_required'
  | 'forbidden';

interface DecideDisputeRequest {
  readonly orderId: string;
  readonly input: DisputeDecisionInput;
  /** Proof of a fresh sign-in from the header `X-Confirmation`; empty when the request has none. */
  readonly confirmation: string;
}

function toAdminDispute(
  row: DisputeRow,
  { order, buyer, seller }: OrderDetails,
  context: ViewContext,
): AdminDispute {
  return {
    ...toDispute(row),
    paymentId: order.id,
    purchaseCode: order.purchaseCode,
    productName: order.productName,
    price: formatDecimal(amountDue(order)),
    contestedAmount: formatDecimal(contestedAmount(order)),
    packOpened: order.packOpenedAt !== null,
    buyer: toAuthor(buyer, context),
    seller: toAuthor(seller, context),
  };
}

async function readDispute(
  deps: GetDisputeDeps,
  actor: Person,
  id: string,
): Promise<Result<{ dispute: AdminDispute }, 'dispute_not_found'>> {
  const { db } = deps.database;
  const row = await findDisputeById(db, id);
  const details = row && (await findOrderDetails(db, row.orderId));
  if (!details) return err('dispute_not_found');
  return ok({ dispute: toAdminDispute(row, details, viewContextFor(deps, actor)) });
}

/**
 * One dispute for the team; records when an administrator who is neither buyer nor seller reads the dispute for the
 * first time.
 */
export const getDispute =
  (deps: GetDisputeDeps) =>
  async (
    actor: Person,
    id: string,
  ): Promise<Result<{ dispute: AdminDispute }, 'dispute_not_found'>> => {
    const dispute = await readDispute(deps, actor, id);
    if (!dispute.ok) return dispute;
    const { buyer, seller } = dispute.value.dispute;
    if (actor.uid !== buyer.uid && actor.uid !== seller.uid)
      await markDisputeViewed(deps.database.db, id);
    return dispute;
  };

const actionByOutcome = {
  released: 'decideRelease',
  refunded: 'decideRefund',
  partly_refunded: 'decidePart',
} as const;

/** Applies a decision in the caller's transaction, with its audit log entry. */
async function applyDecision(
  deps: DecideDisputeDeps,
  tx: Db,
  actor: Person,
  { orderId, input, confirmation }: DecideDisputeRequest,
): Promise<Result<void, DecideDisputeRefusal>> {
  const lockedConfirmation = await lockConfirmation(tx, {
    actor,
    purpose: 'admin_money',
    confirmation,
  });
  if (!(await lockActiveAdmin(tx, actor.uid))) return err('forbidden');
  const order = await lockOrder(tx, orderId);
  if (!order) return err('dispute_not_found');
  const part = input.outcome === 'partly_refunded' ? input.refundAmount : null;
  if (part !== null && part >= amountDue(order)) return fieldErr('refund_too_high', 'refundAmount');
  if (order.openDisputeId === null) return err('dispute_resolved');
  if (!lockedConfirmation) return err('confirmation_required');
  const resolvedDispute = await resolveDispute(deps, tx, order, {
    action: actionByOutcome[input.outcome],
    orderId,
    actorId: actor.uid,
    part: part ?? 0,
    decisionReason: input.reason,
  });
  if (!resolvedDispute) return err('dispute_resolved');
  await deps.recordAuditEntry(tx, {
    actorId: actor.uid,
    action: `dispute_${input.outcome}`,
    subject: { kind: 'order', id: orderId },
    reason: input.reason,
  });
  await lockedConfirmation.spend();
  return ok();
}

/**
 * Decides an unresolved dispute, once (`docs/product/orders.md`). `forbidden` for the order's buyer and seller, and for
 * an actor who is not an administrator any more. `confirmation_required` without a confirmation for `admin_money`; this
 * is checked after all other refusals.
 */
export const decideDispute =
  (deps: DecideDisputeDeps) =>
  async (
    actor: Person,
    id: string,
    { input, confirmation }: Omit<DecideDisputeRequest, 'orderId'>,
  ): Promise<Result<{ dispute: AdminDispute }, DecideDisputeRefusal>> => {
    const readResult = await readDispute(deps, actor, id);
    if (!readResult.ok) return readResult;
    const { paymentId: orderId, buyer, seller } = readResult.value.dispute;
    if (actor.uid === buyer.uid || actor.uid === seller.uid) return err('forbidden');
    const decisionResult = await deps.database.transaction((tx) =>
      applyDecision(deps, tx, actor, { orderId, input, confirmation }),
    );
    return decisionResult.ok ? readDispute(deps, actor, id) : decisionResult;
  };
