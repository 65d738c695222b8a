import { limits } from '@guilda/contract/limits';
import { databaseNow } from '../../../../platform/database/clock.ts';
import type { Db } from '../../../../platform/database/pool.ts';
import { and, eq, sql } from '../../../../platform/database/query-builder.ts';
import type { PushTarget } from '../../../../ports/push-sender.ts';
import { pushSubscriptions } from '../delivery-tables.ts';

/** A subscription of a browser that receives pushes. */
export interface StoredPushSubscription extends PushTarget {
  readonly id: string;
  readonly uid: string;
}

export interface NewPushSubscription extends StoredPushSubscription {
  readonly sessionId: string;
}

/**
 * Stores a browser's subscription; a subscription of another person with the same address is taken over. Deletes the
 * person's oldest subscriptions above the maximum number. Lock the account first.
 */
export async function saveSubscription(tx: Db, subscription: NewPushSubscription): Promise<void> {
  const { uid, sessionId, endpoint, p256dh, auth } = subscription;
  const row = { uid, sessionId, p256dh, auth, createdAt: databaseNow };
  await tx
    .insert(pushSubscriptions)
    .values({ id: subscription.id, endpoint, ...row })
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
  await tx.execute(sql`DELETE FROM push_subscriptions WHERE endpoint IN (
    SELECT endpoint FROM push_subscriptions WHERE uid = ${uid}
    ORDER BY created_at DESC, endpoint OFFSET ${limits.pushSubscriptions})`);
}

/** Condition on `push_subscriptions`: the session of the subscription is still active. */
const isSessionActive = sql`EXISTS (SELECT FROM sessions s WHERE s.id = push_subscriptions.session_id
  AND s.uid = push_subscriptions.uid AND s.revoked_at IS NULL AND s.expires_at > now())`;

const subscriptionColumns = {
  id: pushSubscriptions.id,
  uid: pushSubscriptions.uid,
  endpoint: pushSubscriptions.endpoint,
  p256dh: pushSubscriptions.p256dh,
  auth: pushSubscriptions.auth,
};

/** Subscriptions of a person whose session is still active. */
export async function listSubscriptions(db: Db, uid: string): Promise<StoredPushSubscription[]> {
  return db
    .select(subscriptionColumns)
    .from(pushSubscriptions)
    .where(and(eq(pushSubscriptions.uid, uid), isSessionActive));
}

export async function findSubscription(
  db: Db,
  selector: { readonly uid: string } & ({ readonly id: string } | { readonly endpoint: string }),
): Promise<StoredPushSubscription | null> {
  const isSubscription =
    'id' in selector
      ? eq(pushSubscriptions.id, selector.id)
      : eq(pushSubscriptions.endpoint, selector.endpoint);
  const rows = await db
    .select(subscriptionColumns)
    .from(pushSubscriptions)
    .where(and(isSubscription, eq(pushSubscriptions.uid, selector.uid), isSessionActive));
  return rows[0] ?? null;
}

/** Deletes the person's subscription with this address; a subscription of another person stays. */
export async function deleteSubscription(db: Db, uid: string, endpoint: string): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.uid, uid)));
}

/** Deletes subscriptions whose session has ended or expired. */
export async function deleteSignedOutSubscriptions(db: Db): Promise<void> {
  await db.delete(pushSubscriptions).where(sql`NOT ${isSessionActive}`);
}

export async function deleteSubscriptionsOf(tx: Db, uid: string): Promise<void> {
  await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.uid, uid));
}
