import { limits } from '@guilda/contract/limits';
import type { NoticeSettings } from '@guilda/contract/reach';
import type { Database, Db } from '../../platform/database/pool.ts';
import type { Enqueue } from '../../platform/jobs/index.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Mailer } from '../../ports/mailer.ts';
import type { Presence } from '../presence/index.ts';
import { findUser } from '../users/index.ts';
import { missedMail } from './missed-mail.ts';
import { type Missed, missedBy, takeMail } from './missed-store.ts';
import { quietUntil } from './quiet-hours.ts';
import { readSettings } from './settings-store.ts';
import type { ReachTasks } from './tasks.ts';
import type { Unsubscribing } from './unsubscribing.ts';

export interface RemindDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly unsubscribing: Unsubscribing;
  readonly enqueue: Enqueue<ReachTasks>;
}

/** Who missed messages of whom. */
export type MissedPair = ReachTasks['reach.remind'];

/** The address of whoever may and wants to be mailed of messages; null for all others. */
async function addressOf(db: Db, uid: string, settings: NoticeSettings): Promise<string | null> {
  if (!settings.topics.messages.email) return null;
  const person = await findUser(db, uid);
  return person && !person.suspendedAt ? person.email : null;
}

/** When to look again, rather than mail now: quiet hours end, or whoever is here may yet read. */
function laterThanNow(deps: RemindDeps, uid: string, settings: NoticeSettings): Date | null {
  const now = deps.clock.now();
  const quiet = quietUntil(settings, now);
  if (quiet) return quiet;
  if (deps.presence.statusOf(uid) !== 'online') return null;
  return new Date(now.getTime() + limits.missedMessageMinutes * 60_000);
}

/** Those whom a mail names, the one it is about first; null when that one has nothing waiting. */
async function namedFirst(
  db: Db,
  { receiverId, senderId }: MissedPair,
): Promise<[Missed, ...Missed[]] | null> {
  const missed = await missedBy(db, receiverId);
  const first = missed.find((one) => one.senderId === senderId);
  if (!first?.waited) return null;
  return [first, ...missed.filter((one) => one !== first)];
}

/**
 * Has a person mailed of messages that waited unread for a quarter of an hour: one mail for an
 * absence, which ends when they read anything, or after a day. Not in quiet hours and not while they
 * are here: then it is looked at again. The runner of the job that a conversation starts when it
 * becomes unread.
 */
export const remindOfMessages =
  (deps: RemindDeps) =>
  async ({ receiverId, senderId }: MissedPair): Promise<void> => {
    const { database, enqueue } = deps;
    const settings = await readSettings(database.db, receiverId);
    if ((await addressOf(database.db, receiverId, settings)) === null) return;
    if (!(await namedFirst(database.db, { receiverId, senderId }))) return;
    const runAt = laterThanNow(deps, receiverId, settings);
    if (runAt) {
      const key = `reach.remind:${receiverId}:${senderId}`;
      return enqueue(database.db, 'reach.remind', { receiverId, senderId }, { key, runAt });
    }
    await database.transaction(async (tx) => {
      const at = await takeMail(tx, receiverId);
      if (at !== null) await enqueue(tx, 'reach.mail_missed', { receiverId, senderId, at });
    });
  };

/** Sends the mail that was taken, unless all was read meanwhile; the same one under the same id. */
export const mailMissed =
  (deps: RemindDeps) =>
  async ({ receiverId, senderId, at }: ReachTasks['reach.mail_missed']): Promise<void> => {
    const { db } = deps.database;
    const to = await addressOf(db, receiverId, await readSettings(db, receiverId));
    const missed = await namedFirst(db, { receiverId, senderId });
    if (to === null || !missed) return;
    const unsubscribeUrl = deps.unsubscribing.urlFor(receiverId);
    const id = `missed-${receiverId}-${at}`;
    const { publicUrl } = deps;
    await deps.mailer.send(await missedMail(missed, { id, to, publicUrl, unsubscribeUrl }));
  };
