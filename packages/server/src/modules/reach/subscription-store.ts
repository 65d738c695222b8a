import { limits } from '@guilda/contract/limits';
import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import type { PushTarget } from '../../ports/push-sender.ts';
import { pushSubscriptions } from './reach-tables.ts';

/** A browser that notices reach. */
export interface Subscription extends PushTarget {
  readonly id: string;
  readonly uid: string;
}

export interface NewSubscription extends Subscription {
  readonly sessionId: string;
}

/**
 * Keeps a browser's address for whoever subscribed it last; under the lock of the account, the
 * oldest of too many goes.
 */
export async function keepSubscription(tx: Db, made: NewSubscription): Promise<void> {
  const { uid, sessionId, endpoint, p256dh, auth } = made;
  const row = { uid, sessionId, p256dh, auth, createdAt: sql`clock_timestamp()` };
  await tx
    .insert(pushSubscriptions)
    .values({ id: made.id, endpoint, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
  await tx.execute(sql`DELETE FROM push_subscriptions WHERE endpoint IN (
    SELECT endpoint FROM push_subscriptions WHERE uid = ${uid}
    ORDER BY created_at DESC, endpoint OFFSET ${limits.pushSubscriptions})`);
}

/** Whose sign-in still stands, as a condition on `push_subscriptions`. */
const signedIn = sql`EXISTS (SELECT FROM sessions s WHERE s.id = push_subscriptions.session_id
  AND s.uid = push_subscriptions.uid AND s.revoked_at IS NULL AND s.expires_at > now())`;

const columns = {
  id: pushSubscriptions.id,
  uid: pushSubscriptions.uid,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
};

/** The browsers of a person that are still signed in. */
export async function subscriptionsOf(db: Db, uid: string): Promise<Subscription[]> {
  return db
    .select(columns)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), signedIn));
}

export async function findSubscription(
  db: Db,
  which: { readonly uid: string } & ({ readonly id: string } | { readonly endpoint: string }),
): Promise<Subscription | null> {
  const named =
    'id' in which
      ? eq(pushSubscriptions.id, which.id)
      : eq(pushSubscriptions.endpoint, which.endpoint);
  const rows = await db
    .select(columns)
    .from(pushSubscriptions)
    .where(and(named, eq(pushSubscriptions.uid, which.uid), signedIn));
  return rows[0] ?? null;
}

/** Forgets a person's browser by its address; another's stays. */
export async function dropSubscription(db: Db, uid: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.uid, uid)));
}

/** Forgets browsers that signed out, or that nobody used for longer than a sign-in lasts. */
export async function dropSignedOut(db: Db): Promise<void> {
  await db.delete(pushSubscriptions).where(sql`NOT ${signedIn}`);
}

export async function forgetSubscriptions(tx: Db, uid: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid));
}
