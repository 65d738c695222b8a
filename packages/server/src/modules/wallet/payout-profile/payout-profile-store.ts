import { databaseNow, hoursFromNow, statementTime } from '../../../platform/database/clock.ts';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, sql } from '../../../platform/database/query-builder.ts';
import { type PayoutProfileRow, payoutProfiles } from './payout-profiles-table.ts';

export async function findPayoutProfile(db: Db, uid: string): Promise<PayoutProfileRow | null> {
  const rows = await db.select().from(payoutProfiles).where(eq(payoutProfiles.uid, uid));
  return rows[0] ?? null;
}

/** Locks a payout profile until `tx` ends and returns it, so that it is changed by one transaction at a time. */
export async function lockPayoutProfile(tx: Db, uid: string): Promise<PayoutProfileRow | null> {
  const rows = await tx
    .select()
    .from(payoutProfiles)
    .where(eq(payoutProfiles.uid, uid))
    .for('update');
  return rows[0] ?? null;
}

/** A payout profile that cannot change until the transaction ends. */
export interface PayoutProfileForWithdrawal {
  readonly row: PayoutProfileRow;
  /** Whether withdrawals are blocked because the profile was changed recently. */
  readonly isResting: boolean;
}

export async function lockPayoutProfileForWithdrawal(
  tx: Db,
  uid: string,
): Promise<PayoutProfileForWithdrawal | null> {
  const rows = await tx
    .select({
      row: payoutProfiles,
      isResting: sql<boolean>`${payoutProfiles.usableFrom} > ${databaseNow}`,
    })
    .from(payoutProfiles)
    .where(eq(payoutProfiles.uid, uid))
    .for('share');
  return rows[0] ?? null;
}

/**
 * Saves the first payout profile of a person, which can be used at once, or changes the profile, which blocks
 * withdrawals for a while. A first profile is usable from exactly when it was verified.
 * @param restHours hours without withdrawals after a change; fractions are allowed
 */
export async function savePayoutProfileRow(
  tx: Db,
  { uid, sealed }: Pick<PayoutProfileRow, 'uid' | 'sealed'>,
  restHours: number,
): Promise<PayoutProfileRow> {
  const rows = await tx
    .insert(payoutProfiles)
    .values({ uid, sealed, verifiedAt: statementTime, usableFrom: statementTime })
    .onConflictDoUpdate({
      target: payoutProfiles.uid,
      set: {
        sealed,
        verifiedAt: statementTime,
        usableFrom: hoursFromNow(restHours),
      },
    })
    .returning();
  const [saved] = rows;
  if (!saved) throw new Error(`the payout profile of ${uid} was not saved`);
  return saved;
}

/** Erases a payout profile, in the transaction that closes the account. Open withdrawals have a copy of their own. */
export async function erasePayoutProfile(tx: Db, uid: string): Promise<void> {
  await tx.delete(payoutProfiles).where(eq(payoutProfiles.uid, uid));
}
