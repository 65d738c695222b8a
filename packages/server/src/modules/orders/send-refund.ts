import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/pool.ts';
import { ok, type Result } from '../../platform/result.ts';
import type { PaymentFacts, PaymentProvider, Refund } from '../../ports/payment-provider.ts';
import { keptOf } from './give-back.ts';
import { sendRefundSoon } from './order-jobs.ts';
import { findPayment, holdPayment, recordMoney } from './payment-store.ts';
import type { PaymentRow, RefundRow } from './payments-table.ts';
import { isPaidAt } from './policy.ts';
import {
  closeRefund,
  dropRefund,
  findRefund,
  insertRefund,
  keyOf,
  noteAttempt,
  tellFailed,
} from './refund-store.ts';
import { type SettleDeps, settleQuietly } from './settle-payment.ts';

export interface SendRefundDeps extends SettleDeps {
  readonly database: Database;
  readonly paymentProvider: PaymentProvider;
}

/** How long a refund is tried before people must look at it. */
const PATIENCE = '3 days';
/**
 * From which age on the provider's record is read before a refund is sent: its key may be forgotten, and
 * that the provider has named the refund is no help where it is asked by the key alone.
 */
const KEY_LIFE = '1 hour';

type Answer = Result<Refund, 'payment_unavailable' | 'payment_processed' | 'not_found'>;

async function ask(
  { paymentProvider }: SendRefundDeps,
  order: PaymentRow,
  refund: RefundRow,
): Promise<Answer> {
  const { id: orderId, providerCheckoutId } = order;
  let { providerPaymentId } = order;
  if (providerPaymentId === null) {
    const facts = await paymentProvider.lookup({ orderId, providerCheckoutId });
    if (!facts.ok) return facts;
    providerPaymentId = facts.value.providerPaymentId;
  }
  if (providerPaymentId === null) return { ok: false, code: 'not_found' };
  const idempotencyKey = keyOf(refund);
  return paymentProvider.refund({
    orderId,
    providerPaymentId,
    amount: refund.amount,
    idempotencyKey,
  });
}

/**
 * Gives up on a refund, told where the team looks. `over`: that is the
 * provider's last word, so that no later one makes this try come true.
 */
async function giveUp(deps: SendRefundDeps, refund: RefundRow, why: string, over: boolean) {
  if (!(await closeRefund(deps.database.db, refund, { status: 'failed', over }))) return;
  tellFailed(deps, refund, why);
}

/** Puts what is left to give back in the place of a refund that was too large. */
async function replace(deps: SendRefundDeps, refund: RefundRow, facts: PaymentFacts) {
  const { id: old, paymentId, reason } = refund;
  const id = deps.ids.uuid();
  await deps.database.transaction(async (tx) => {
    const order = await holdPayment(tx, paymentId);
    if (!order || !(await dropRefund(tx, old))) return;
    await recordMoney(tx, paymentId, facts);
    const rest = await insertRefund(tx, { id, paymentId, reason }, keptOf(order));
    if (rest) await sendRefundSoon(deps, tx, id);
  });
  deps.log.warn({ refund: old, payment: paymentId, by: id }, 'a refund was replaced by the rest');
}

/** Whether a moment lies longer ago than this, by the database's clock. */
async function isOlder({ database }: SendRefundDeps, moment: Date, age: string): Promise<boolean> {
  const { rows } = await database.db.execute<{ older: boolean }>(
    sql`SELECT ${moment.toISOString()}::timestamptz < clock_timestamp() - ${age}::interval AS older`,
  );
  return rows[0]?.older === true;
}

/**
 * Whether an old refund turns out to be back already, by what the provider has given back in all: it may
 * have been made before a crash, or before a backup, under a key that is forgotten by now.
 */
async function isBack(
  deps: SendRefundDeps,
  order: PaymentRow,
  refund: RefundRow,
): Promise<Result<boolean, 'payment_unavailable' | 'not_found'>> {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  if (!(await isOlder(deps, refund.createdAt, KEY_LIFE))) return ok(false);
  const facts = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!facts.ok) return facts;
  await database.transaction((tx) => settleQuietly(deps, tx, paymentProvider.name, facts.value));
  return ok((await findRefund(database.db, refund.id))?.status !== 'pending');
}

/** A call that came to nothing is tried again, for days; then it is a matter for people. */
async function tryAgain(deps: SendRefundDeps, refund: RefundRow, why: string): Promise<void> {
  await noteAttempt(deps.database.db, refund);
  if (await isOlder(deps, refund.triedFrom, PATIENCE)) return giveUp(deps, refund, why, false);
  throw new Error(`a refund could not be sent: ${why}`);
}

/**
 * There is less to give back than was meant: all or part of it went back otherwise. Unless the provider
 * does not count all that has arrived: its searches may lag, and what is missing yet may be the very
 * money that is to go back.
 */
async function checkRefused(deps: SendRefundDeps, order: PaymentRow, refund: RefundRow) {
  const { database, paymentProvider } = deps;
  const { id: orderId, providerCheckoutId } = order;
  const looked = await paymentProvider.lookup({ orderId, providerCheckoutId });
  if (!looked.ok) return tryAgain(deps, refund, looked.code);
  const facts = looked.value;
  if (facts.amountPaid < (order.amountPaid ?? 0)) {
    return tryAgain(deps, refund, 'payment_unavailable');
  }
  const left = facts.amountPaid - facts.amountRefunded;
  if (facts.amountPaid <= 0 || left >= refund.amount) {
    return giveUp(deps, refund, 'refused by the provider', true);
  }
  if (left > 0) return replace(deps, refund, facts);
  await database.transaction(async (tx) => {
    await settleQuietly(deps, tx, paymentProvider.name, facts);
    await closeRefund(tx, refund, { status: 'succeeded' });
  });
}

async function accept(deps: SendRefundDeps, refund: RefundRow, { refundId, status }: Refund) {
  const { db } = deps.database;
  if (status === 'pending') return noteAttempt(db, refund, refundId);
  if (status === 'failed') return giveUp(deps, refund, 'failed at the provider', true);
  await closeRefund(db, refund, { status, providerRefundId: refundId });
}

/**
 * Tells the provider to give a refund back, or asks what became of it: the refund's id, with the
 * number of tries that the provider has ended for good, is the key, so that doing this any number of
 * times, from several processes or after a crash, moves the money once. Throws while it must be tried
 * again.
 */
export const sendRefund =
  (deps: SendRefundDeps) =>
  async (refundId: string): Promise<void> => {
    const refund = await findRefund(deps.database.db, refundId);
    if (refund?.status !== 'pending') return;
    const order = await findPayment(deps.database.db, refund.paymentId);
    if (!order) throw new Error(`refund ${refundId} has no order`);
    if (!isPaidAt(deps.paymentProvider, order)) return tryAgain(deps, refund, 'another provider');
    const back = await isBack(deps, order, refund);
    if (!back.ok) return tryAgain(deps, refund, back.code);
    if (back.value) return;
    const answer = await ask(deps, order, refund);
    if (answer.ok) return accept(deps, refund, answer.value);
    if (answer.code === 'payment_processed') return checkRefused(deps, order, refund);
    return tryAgain(deps, refund, answer.code);
  };
