import type { Database } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PushSender } from '../../ports/push-sender.ts';
import type { Presence } from '../presence/index.ts';
import { notePushed, wasPushed } from './delivery-store.ts';
import { type NoticeFacts, readNotice } from './notice-facts.ts';
import { pushNotice } from './push-notice.ts';
import { readSettings } from './settings-store.ts';
import { dropSubscription, findSubscription, subscriptionsOf } from './subscription-store.ts';
import type { ReachTasks } from './tasks.ts';
import { wantsMail, wantsPush } from './wishes.ts';

export interface TellDeps {
  readonly database: Pick<Database, 'db' | 'pool' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
  readonly pushSender: PushSender;
  readonly enqueue: Enqueue<ReachTasks>;
}

async function shouldPush(deps: TellDeps, notice: NoticeFacts): Promise<boolean> {
  const settings = await readSettings(deps.database.db, notice.receiverId);
  const online = deps.presence.statusOf(notice.receiverId) === 'online';
  return wantsPush(notice, settings, { now: deps.clock.now(), online });
}

/**
 * Sends a notification on the ways its receiver wants: a job for each browser, one for a mail.
 * Nothing leaves of what was read in the meantime.
 */
export const tell =
  (deps: TellDeps) =>
  async (notificationId: string): Promise<void> => {
    const { database, enqueue } = deps;
    const notice = await readNotice(database, notificationId);
    if (!notice) return;
    const settings = await readSettings(database.db, notice.receiverId);
    const mailed = wantsMail(notice, settings);
    const browsers = (await shouldPush(deps, notice))
      ? await subscriptionsOf(database.db, notice.receiverId)
      : [];
    await database.transaction(async (tx) => {
      if (mailed) {
        const key = `reach.mail_order:${notificationId}`;
        await enqueue(tx, 'reach.mail_order', { notificationId }, { key });
      }
      for (const { id: subscriptionId } of browsers) {
        const key = `reach.push:${notificationId}:${subscriptionId}`;
        await enqueue(tx, 'reach.push', { notificationId, subscriptionId }, { key });
      }
    });
  };

/** Longest wait that a push service may ask for: after a day the notice is dropped anyway. */
const MAX_WAIT_MS = 6 * 3_600_000;

/**
 * Pushes a notification to one browser, once: what was read, pushed or become unwanted in the
 * meantime is not. An address that leads nowhere is forgotten. A push service that names a time to
 * come back at is obeyed; one that fails without a word rejects, for the queue to try again.
 */
export const push =
  (deps: TellDeps) =>
  async ({ notificationId, subscriptionId }: ReachTasks['reach.push']): Promise<void> => {
    const { db } = deps.database;
    const notice = await readNotice(deps.database, notificationId);
    if (!notice) return;
    const uid = notice.receiverId;
    const browser = await findSubscription(db, { id: subscriptionId, uid });
    if (!browser || !(await shouldPush(deps, notice))) return;
    if (await wasPushed(db, notice, subscriptionId)) return;
    const outcome = await deps.pushSender.send(browser, pushNotice(notice));
    if (outcome.is === 'sent') return notePushed(deps.database, notice, subscriptionId);
    if (outcome.is === 'gone') return dropSubscription(db, uid, browser.endpoint);
    if (outcome.is === 'refused') return;
    if (outcome.afterMs === null) throw new Error('the push service is away');
    const runAt = new Date(deps.clock.now().getTime() + Math.min(outcome.afterMs, MAX_WAIT_MS));
    const key = `reach.push:${notificationId}:${subscriptionId}`;
    await deps.enqueue(db, 'reach.push', { notificationId, subscriptionId }, { key, runAt });
  };
