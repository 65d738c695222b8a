import { limits } from '@guilda/contract/limits';
import type { Person } from '../../platform/actor.ts';
import { isAnyOf } from '../../platform/database/any-of.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import type { Db } from '../../platform/database/pool.ts';
import { and, desc, eq, gt, inArray, lte, sql } from '../../platform/database/query-builder.ts';
import { oauthStates } from './oauth-states-table.ts';

/** Maximum number of pending states of one session, for example in several tabs. Older states are deleted. */
const MAX_PENDING_STATES = 5;

/** Maximum number of expired states that one insert deletes. */
const MAX_STATES_DELETED = 100;

type OAuthStateOwner = Pick<Person, 'uid' | 'sessionId'>;

/** Deletes expired states of all people, and all but the newest {@link MAX_PENDING_STATES} states of this session. */
async function deleteExpiredAndSurplusStates(tx: Db, sessionId: string): Promise<void> {
  const hash = oauthStates.stateHash;
  const expiredStates = tx
    .select({ hash })
    .from(oauthStates)
    .where(lte(oauthStates.expiresAt, sql`now()`))
    .limit(MAX_STATES_DELETED)
    // Skips rows that another request is deleting.
    .for('update', { skipLocked: true });
  await tx.delete(oauthStates).where(isAnyOf(hash, expiredStates));
  const olderStates = tx
    .select({ hash })
    .from(oauthStates)
    .where(eq(oauthStates.sessionId, sessionId))
    .orderBy(desc(oauthStates.expiresAt))
    .offset(MAX_PENDING_STATES);
  await tx.delete(oauthStates).where(inArray(hash, olderStates));
}

/** Stores a new state. The transaction must have locked the account, so that it is not closed at the same time. */
export async function insertOAuthState(
  tx: Db,
  stateHash: Buffer,
  owner: OAuthStateOwner,
): Promise<void> {
  const { uid, sessionId } = owner;
  const lifetime = sql`make_interval(mins => ${limits.discordLinkMinutes})`;
  const expiresAt = sql`${databaseNow} + ${lifetime}`;
  await tx.insert(oauthStates).values({ stateHash, uid, sessionId, expiresAt });
  await deleteExpiredAndSurplusStates(tx, sessionId);
}

/** Deletes a state of this session. Returns false when the state is unknown, expired or of another session. */
export async function consumeOAuthState(
  db: Db,
  stateHash: Buffer,
  owner: OAuthStateOwner,
): Promise<boolean> {
  const rows = await db
    .delete(oauthStates)
    .where(
      and(
        eq(oauthStates.stateHash, stateHash),
        eq(oauthStates.uid, owner.uid),
        eq(oauthStates.sessionId, owner.sessionId),
        gt(oauthStates.expiresAt, sql`now()`),
      ),
    )
    .returning({ uid: oauthStates.uid });
  return rows.length > 0;
}

/** Deletes a person's pending states, in the transaction that closes the account. */
export async function deleteOAuthStatesOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(oauthStates).where(eq(oauthStates.uid, uid));
}
