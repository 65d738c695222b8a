import { limits } from '@guilda/contract/limits';
import { isAnyOf } from '../../../platform/database/any-of.ts';
import { databaseNow } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { and, eq, isNull, sql } from '../../../platform/database/query-builder.ts';
import { PAYOUT_KEY_LIFETIME_MS, type PayoutStatus } from '../../../ports/payout-provider.ts';
import { lockAccounts } from '../../users/index.ts';
import { type WithdrawalRow, withdrawals } from '../withdrawals/withdrawals-table.ts';
import { type PayoutRow, payouts } from './payouts-table.ts';

/** SQL for the time of the next lookup of a payout at the provider; the interval grows while the payout is pending. */
const timeOfNextLookup = (status: unknown) => sql`CASE
  WHEN ${status} IN ('failed', 'returned') THEN NULL
  WHEN ${status} = 'paid' AND ${payouts.createdAt} < ${databaseNow} - ${limits.payoutReturnDays} * interval '1 day' THEN NULL
  WHEN ${status} = 'paid' THEN ${databaseNow} + interval '1 day'
  ELSE ${databaseNow} + greatest(interval '30 seconds',
    least((${databaseNow} - ${payouts.createdAt}) / 4, interval '6 hours')) END`;

/** SQL for whether the provider may have forgotten the idempotency key of the first call; NULL without a call. */
const isKeyForgotten = sql<
  boolean | null
>`${payouts.sentAt} < ${databaseNow} - ${PAYOUT_KEY_LIFETIME_MS} * interval '1 millisecond'`;

/** Days after the first call from which the team is asked about a payout that is still pending. */
const PENDING_DAYS = 3;

/** SQL for whether a payout has been on its way for `PENDING_DAYS`; NULL without a call. */
const isOverdue = sql<
  boolean | null
>`${payouts.sentAt} < ${databaseNow} - ${PENDING_DAYS} * interval '1 day'`;

export async function insertPayout(
  tx: Db,
  payout: Pick<PayoutRow, 'withdrawalId' | 'provider' | 'idempotencyKey'>,
): Promise<void> {
  await tx
    .insert(payouts)
    .values({ ...payout, nextLookupAt: sql`${databaseNow} + interval '30 seconds'` });
}

/** A payout with its withdrawal. */
export interface PayoutOfWithdrawal {
  readonly payout: PayoutRow;
  readonly withdrawal: WithdrawalRow;
  /** Whether the provider may have forgotten the idempotency key of the first call; null before that call. */
  readonly isKeyForgotten: boolean | null;
  /** Whether the payout has been on its way for days, so that the team must find out; null before the first call. */
  readonly isOverdue: boolean | null;
}

export async function findPayout(db: Db, withdrawalId: string): Promise<PayoutOfWithdrawal | null> {
  const rows = await db
    .select({ payout: payouts, withdrawal: withdrawals, isKeyForgotten, isOverdue })
    .from(payouts)
    .innerJoin(withdrawals, eq(withdrawals.id, payouts.withdrawalId))
    .where(eq(payouts.withdrawalId, withdrawalId));
  return rows[0] ?? null;
}

/** Whether a payout in this state failed or came back, so that the receiver has no money of it. */
export const isFailedPayout = (status: PayoutStatus | null | undefined): boolean =>
  status === 'failed' || status === 'returned';

/** Whether the payout of a withdrawal failed or came back. */
export const hasPayoutFailed = async (db: Db, withdrawalId: string): Promise<boolean> =>
  isFailedPayout((await findPayout(db, withdrawalId))?.payout.status);

/** Whether the provider has said that it paid a withdrawal. */
export async function wasPaidByProvider(db: Db, withdrawalId: string): Promise<boolean> {
  return (await findPayout(db, withdrawalId))?.payout.status === 'paid';
}

/** A payout and its withdrawal, both locked. */
export interface LockedPayout extends Pick<PayoutOfWithdrawal, 'payout' | 'withdrawal'> {
  /** Whether the account of the withdrawal's owner is closed. */
  readonly isOwnerClosed: boolean;
}

/** Locks the account of a withdrawal's owner, the payout and the withdrawal, in this order, until `tx` ends. */
export async function lockPayout(
  tx: Db,
  { id: withdrawalId, ownerId }: Pick<WithdrawalRow, 'id' | 'ownerId'>,
): Promise<LockedPayout | null> {
  const accounts = await lockAccounts(tx, {
    actorId: null,
    people: [ownerId],
    changesAccounts: false,
  });
  const isPayoutOfWithdrawal = eq(payouts.withdrawalId, withdrawalId);
  const [payout] = await tx.select().from(payouts).where(isPayoutOfWithdrawal).for('update');
  if (!payout) return null;
  const isWithdrawalOfPayout = eq(withdrawals.id, withdrawalId);
  const [withdrawal] = await tx
    .select()
    .from(withdrawals)
    .where(isWithdrawalOfPayout)
    .for('update');
  if (!withdrawal) return null;
  return { payout, withdrawal, isOwnerClosed: accounts.get(ownerId)?.deletedAt !== null };
}

/**
 * Counts a call that is about to start and returns its number, beginning with 1. Null when the call must not start:
 * another process has started one, the payout is known at the provider or closed, or the provider may have forgotten
 * the idempotency key.
 */
export async function recordProviderCallStart(
  db: Db,
  { withdrawalId, attempts }: Pick<PayoutRow, 'withdrawalId' | 'attempts'>,
): Promise<number | null> {
  const rows = await db
    .update(payouts)
    .set({ attempts: attempts + 1, sentAt: sql`coalesce(${payouts.sentAt}, ${databaseNow})` })
    .where(
      and(
        eq(payouts.withdrawalId, withdrawalId),
        eq(payouts.attempts, attempts),
        eq(payouts.closed, false),
        isNull(payouts.providerPayoutId),
        sql`${isKeyForgotten} IS NOT TRUE`,
      ),
    )
    .returning({ attempts: payouts.attempts });
  return rows[0]?.attempts ?? null;
}

/**
 * Closes a payout that the provider does not know, so that no further call can start. False, and nothing changes, when
 * the number of started calls is not `attempts`, the provider's id is known, or the payout is already closed.
 */
export async function closeUnsentPayout(
  tx: Db,
  { withdrawalId, attempts }: Pick<PayoutRow, 'withdrawalId' | 'attempts'>,
  status: 'failed' | null,
): Promise<boolean> {
  const rows = await tx
    .update(payouts)
    .set({ closed: true, nextLookupAt: null, status })
    .where(
      and(
        eq(payouts.withdrawalId, withdrawalId),
        eq(payouts.attempts, attempts),
        eq(payouts.closed, false),
        isNull(payouts.providerPayoutId),
      ),
    )
    .returning({ id: payouts.withdrawalId });
  return rows.length > 0;
}

/** Records the provider's id and state of a locked payout; no further call can start. */
export async function recordProviderState(
  tx: Db,
  withdrawalId: string,
  state: { readonly providerPayoutId: string; readonly status: PayoutStatus },
): Promise<void> {
  const nextLookupAt = timeOfNextLookup(sql`${state.status}::text`);
  await tx
    .update(payouts)
    .set({ ...state, closed: true, nextLookupAt })
    .where(eq(payouts.withdrawalId, withdrawalId));
}

/**
 * Returns the withdrawals of up to `limit` payouts whose lookup at the provider is due, unpaid ones first, and
 * schedules their next lookup. Concurrent calls get different payouts.
 */
export async function claimPayoutsToLookUp(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .update(payouts)
    .set({ nextLookupAt: timeOfNextLookup(payouts.status) })
    .where(
      isAnyOf(
        payouts.withdrawalId,
        sql`SELECT withdrawal_id FROM ${payouts} WHERE ask_at <= ${databaseNow}
        ORDER BY status IS NOT DISTINCT FROM 'paid', ask_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
      ),
    )
    .returning({ withdrawalId: payouts.withdrawalId });
  return rows.map(({ withdrawalId }) => withdrawalId);
}
