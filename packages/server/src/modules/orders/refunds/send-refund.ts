import { limits } from '@guilda/contract/limits';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { ok, type Result } from '../../../platform/result.ts';
import {
  chargedBackAmount,
  type PaymentProvider,
  type PaymentRecord,
  type Refund,
} from '../../../ports/payment-provider.ts';
import { enqueueSendRefund } from '../order-jobs.ts';
import { findOrder, lockOrder, recordProviderAmounts } from '../order-store.ts';
import type { OrderRow, RefundRow } from '../orders-table.ts';
import { type SettleDeps, settleWithoutRefundChecks } from '../payments/settle-payment.ts';
import { isPaidThrough } from '../policy.ts';
import {
  deleteRefund,
  findRefund,
  insertRefund,
  isOlderThan,
  listOtherProviderRefundIds,
  logFailedRefund,
  recordRefundAttempt,
  recordRefundOutcome,
  refundIdempotencyKey,
} from './refund-store.ts';

export interface SendRefundDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

/** Time for which a refund is retried. Afterwards it counts as failed and an administrator must handle it. */
const GIVE_UP_AFTER_INTERVAL = `${limits.refundRetryDays} days`;
/**
 * Age from which a refund is compared with the provider's record and refunds before it is sent again, because the
 * provider may have forgotten the idempotency key and would return the money a second time.
 */
const IDEMPOTENCY_KEY_LIFETIME = '1 hour';

type ProviderRefundResult = Result<
  Refund,
  'payment_unavailable' | 'payment_processed' | 'not_found'
>;

/**
 * Asks the provider for a refund. A refund with a known id is only read there, and an old one is looked for before it is
 * sent (`isOld`).
 */
async function requestRefund(
  { database, paymentProvider }: SendRefundDeps,
  order: OrderRow,
  refund: RefundRow,
  isOld: boolean,
): Promise<ProviderRefundResult> {
  const { id: orderId, providerCheckoutId } = order;
  let { providerPaymentId } = order;
  if (providerPaymentId === null) {
    const lookupResult = await paymentProvider.lookup({ orderId, providerCheckoutId });
    if (!lookupResult.ok) return lookupResult;
    providerPaymentId = lookupResult.value.providerPaymentId;
  }
  if (providerPaymentId === null) return { ok: false, code: 'not_found' };
  return paymentProvider.refund({
    orderId,
    providerPaymentId,
    amount: refund.amount,
    idempotencyKey: refundIdempotencyKey(refund),
    refundId: refund.providerRefundId,
    ...(isOld && {
      lostAnswer: {
        notBefore: refund.createdAt,
        otherRefundIds: await listOtherProviderRefundIds(database.db, refund),
      },
    }),
  });
}

/**
 * Marks a refund as failed and logs it for administrators. With `isFinalFailure` the provider's answer is final, so a
 * later attempt needs another idempotency key.
 */
async function giveUpRefund(
  deps: SendRefundDeps,
  refund: RefundRow,
  reason: string,
  isFinalFailure: boolean,
  db: Db = deps.database.db,
) {
  if (!(await recordRefundOutcome(db, refund, { status: 'failed', isFinalFailure }))) return;
  logFailedRefund(deps, refund, reason);
}

/**
 * Replaces a refund that was too large by a refund of the amount that is left to return, if any. Chargebacks in
 * `record`, the provider's record of the payment, are applied first, because their webhooks may arrive later.
 */
async function replaceWithRemainder(
  deps: SendRefundDeps,
  refund: RefundRow,
  record: PaymentRecord,
) {
  const { id: oldRefundId, orderId, reason } = refund;
  const newRefundId = deps.ids.uuid();
  await deps.database.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order || !(await deleteRefund(tx, oldRefundId))) return;
    if (chargedBackAmount(record) > 0)
      await settleWithoutRefundChecks(deps, tx, deps.paymentProvider.name, record);
    else await recordProviderAmounts(tx, orderId, record);
    const remainingRefund = await insertRefund(tx, { id: newRefundId, orderId, reason });
    // A remainder that is not smaller than the refused refund would be refused too, and replaced again without end.
    if (remainingRefund && remainingRefund.amount >= refund.amount)
      await giveUpRefund(deps, remainingRefund, 'refused', true, tx);
    else if (remainingRefund) await enqueueSendRefund(deps, tx, newRefundId);
  });
  deps.log.warn(
    { refund: oldRefundId, payment: orderId, by: newRefundId },
    'a refund was replaced by the rest',
  );
}

/**
 * Whether the provider's total shows that an old refund has been made already, although its result was lost, for
 * example by a crash or by restoring a backup. The provider may have forgotten the idempotency key of that refund.
 */
async function isAlreadyReturned(
  deps: SendRefundDeps,
  order: OrderRow,
  refund: RefundRow,
): Promise<Result<boolean, 'payment_unavailable' | 'not_found'>> {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  const record = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!record.ok) return record;
  await database.transaction((tx) =>
    settleWithoutRefundChecks(deps, tx, paymentProvider.name, record.value),
  );
  return ok((await findRefund(database.db, refund.id))?.status !== 'pending');
}

/**
 * Throws, so that the queue retries the job; after {@link GIVE_UP_AFTER_INTERVAL} marks the refund as failed instead.
 */
async function retryOrGiveUp(
  deps: SendRefundDeps,
  refund: RefundRow,
  reason: string,
): Promise<void> {
  await recordRefundAttempt(deps.database.db, refund);
  if (await isOlderThan(deps.database.db, refund.triedFrom, GIVE_UP_AFTER_INTERVAL))
    return giveUpRefund(deps, refund, reason, false);
  throw new Error(`a refund could not be sent: ${reason}`);
}

/**
 * Handles a refund that the provider refused, normally because all or part of the money was returned in another way.
 * When the provider's record shows a smaller payment than an earlier record, the refund is retried, because the
 * provider's search may return old data.
 */
async function handleRefusedRefund(deps: SendRefundDeps, order: OrderRow, refund: RefundRow) {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  const lookupResult = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!lookupResult.ok) return retryOrGiveUp(deps, refund, lookupResult.code);
  const record = lookupResult.value;
  if (record.amountPaid < (order.amountPaid ?? 0)) {
    return retryOrGiveUp(deps, refund, 'payment_unavailable');
  }
  const chargedBack = chargedBackAmount(record);
  const remainingAmount = record.amountPaid - record.amountRefunded - chargedBack;
  if (record.amountPaid <= 0 || remainingAmount >= refund.amount) {
    return giveUpRefund(deps, refund, 'refused by the provider', true);
  }
  // The refund is replaced by a refund of the amount that is left. If chargebacks took everything, the refund is
  // deleted without a replacement. A new one can be recorded when the bank later returns the charged-back money.
  if (remainingAmount > 0 || chargedBack > 0) return replaceWithRemainder(deps, refund, record);
  await database.transaction(async (tx) => {
    await settleWithoutRefundChecks(deps, tx, paymentProvider.name, record);
    await recordRefundOutcome(tx, refund, { status: 'succeeded' });
  });
}

/**
 * Records the provider's answer. Throws when another refund of the order has the same id at the provider, because two
 * refunds with lost answers can find the same one; the retry then finds another one or sends the refund.
 */
const recordProviderRefund = (
  deps: SendRefundDeps,
  refund: RefundRow,
  { refundId, status }: Refund,
): Promise<void> =>
  deps.database.transaction(async (tx) => {
    await lockOrder(tx, refund.orderId);
    if ((await listOtherProviderRefundIds(tx, refund)).includes(refundId))
      throw new Error(`refund ${refund.id} was found as another refund of its order`);
    if (status === 'pending') return recordRefundAttempt(tx, refund, refundId);
    if (status === 'failed') return giveUpRefund(deps, refund, 'failed at the provider', true, tx);
    await recordRefundOutcome(tx, refund, { status, providerRefundId: refundId });
  });

/**
 * Sends a refund to the provider, or reads the state of a refund that was sent. The idempotency key is the refund's id
 * with the number of finally refused attempts. Therefore repeated runs, also from several processes or after a crash,
 * return the money once. Throws when the job has to be retried.
 */
export const sendRefund =
  (deps: SendRefundDeps) =>
  async (refundId: string): Promise<void> => {
    const refund = await findRefund(deps.database.db, refundId);
    if (refund?.status !== 'pending') return;
    const order = await findOrder(deps.database.db, refund.orderId);
    if (!order) throw new Error(`refund ${refundId} has no order`);
    if (!isPaidThrough(deps.paymentProvider, order))
      return retryOrGiveUp(deps, refund, 'another provider');
    const { createdAt } = refund;
    const isOld = await isOlderThan(deps.database.db, createdAt, IDEMPOTENCY_KEY_LIFETIME);
    const alreadyReturned = isOld ? await isAlreadyReturned(deps, order, refund) : ok(false);
    if (!alreadyReturned.ok) return retryOrGiveUp(deps, refund, alreadyReturned.code);
    if (alreadyReturned.value) return;
    const answer = await requestRefund(deps, order, refund, isOld);
    if (answer.ok) return recordProviderRefund(deps, refund, answer.value);
    if (answer.code === 'payment_processed') return handleRefusedRefund(deps, order, refund);
    return retryOrGiveUp(deps, refund, answer.code);
  };
