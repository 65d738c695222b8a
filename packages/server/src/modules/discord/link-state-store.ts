import { limits } from '@guilda/contract/limits';
import { and, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Db } from '../../platform/database/pool.ts';
import { linkStates } from './link-states-table.ts';

/** Consents that one session may have under way, as in several tabs; the newest stay. */
const KEPT = 5;

/** What has run out goes in passing, a bounded lot at a time. */
const SWEPT = 100;

type Whose = Pick<Person, 'uid' | 'sessionId'>;

/** Forgets what has run out, whoever's it was, and of this session all but the newest. */
async function forgetOld(tx: Db, sessionId: string): Promise<void> {
  const hash = linkStates.stateHash;
  const runOut = tx
    .select({ hash })
    .from(linkStates)
    .where(lte(linkStates.expiresAt, sql`now()`))
    .limit(SWEPT)
    // What another request is already removing is not waited for.
    .for('update', { skipLocked: true });
  await tx.delete(linkStates).where(inArray(hash, runOut));
  const older = tx
    .select({ hash })
    .from(linkStates)
    .where(eq(linkStates.sessionId, sessionId))
    .orderBy(desc(linkStates.expiresAt))
    .offset(KEPT);
  await tx.delete(linkStates).where(inArray(hash, older));
}

/** Writes down a consent that begins, in a transaction that keeps the account open. */
export async function keepState(tx: Db, stateHash: Buffer, whose: Whose): Promise<void> {
  const { uid, sessionId } = whose;
  const minutes = sql`make_interval(mins => ${limits.discordLinkMinutes})`;
  const expiresAt = sql`clock_timestamp() + ${minutes}`;
  await tx.insert(linkStates).values({ stateHash, uid, sessionId, expiresAt });
  await forgetOld(tx, sessionId);
}

/** Uses up a consent, once; false when it is unknown, run out, or another session's, which keeps it. */
export async function takeState(db: Db, stateHash: Buffer, whose: Whose): Promise<boolean> {
  const rows = await db
    .delete(linkStates)
    .where(
      and(
        eq(linkStates.stateHash, stateHash),
        eq(linkStates.uid, whose.uid),
        eq(linkStates.sessionId, whose.sessionId),
        gt(linkStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ uid: linkStates.uid });
  return rows.length > 0;
}

/** Forgets a person's consents under way, in the transaction that closes the account. */
export async function forgetDiscordOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(linkStates).where(eq(linkStates.uid, uid));
}
