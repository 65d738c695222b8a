import { limits } from '@guilda/contract/limits';
import type { DeliveryPreferences } from '@guilda/contract/notification-delivery';
import type { Database, Db } from '../../../../platform/database/pool.ts';
import type { Enqueue } from '../../../../platform/jobs/index.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { Mailer } from '../../../../ports/mailer.ts';
import type { Presence } from '../../../presence/index.ts';
import { findUser } from '../../../users/index.ts';
import { endOfQuietHours } from '../quiet-hours.ts';
import { readSettings } from '../settings-store.ts';
import type { NotificationDeliveryTasks } from '../task-types.ts';
import { missedMessagesMail } from './missed-messages-mail.ts';
import {
  claimReminderMail,
  findMissedMessages,
  type MissedMessages,
} from './missed-messages-store.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface MessageReminderDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly enqueue: Enqueue<NotificationDeliveryTasks>;
}

/** Receiver and sender of unread messages. */
export type UnreadPair = NotificationDeliveryTasks['reach.remind'];

/** The address of a person who can and wants to be mailed about messages; else null. */
async function findReminderAddress(
  db: Db,
  uid: string,
  settings: DeliveryPreferences,
): Promise<string | null> {
  if (!settings.topics.messages.email) return null;
  const person = await findUser(db, uid);
  return person && !person.suspendedAt ? person.email : null;
}

/** When to check again instead of mailing now: after quiet hours, or later while the person is online. */
function retryTimeOf(
  deps: MessageReminderDeps,
  uid: string,
  settings: DeliveryPreferences,
): Date | null {
  const now = deps.clock.now();
  const quiet = endOfQuietHours(settings, now);
  if (quiet) return quiet;
  if (deps.presence.statusOf(uid) !== 'online') return null;
  return new Date(now.getTime() + limits.missedMessageMinutes * 60_000);
}

/** The senders that the mail names, the job's sender first; null when nothing of that one waits any more. */
async function findSendersToName(
  db: Db,
  { receiverId, senderId }: UnreadPair,
): Promise<[MissedMessages, ...MissedMessages[]] | null> {
  const missed = await findMissedMessages(db, receiverId);
  const first = missed.find((one) => one.senderId === senderId);
  if (!first?.waited) return null;
  return [first, ...missed.filter((one) => one !== first)];
}

/**
 * Enqueues a mail about messages that were unread for a quarter of an hour: one mail for an absence, which
 * ends when the person reads anything, or after a day. In quiet hours and while the person is online it
 * checks again later. The job is added when a conversation becomes unread.
 */
export const remindOfUnreadMessages =
  (deps: MessageReminderDeps) =>
  async ({ receiverId, senderId }: UnreadPair): Promise<void> => {
    const { database, enqueue } = deps;
    const settings = await readSettings(database.db, receiverId);
    if ((await findReminderAddress(database.db, receiverId, settings)) === null) return;
    if (!(await findSendersToName(database.db, { receiverId, senderId }))) return;
    const runAt = retryTimeOf(deps, receiverId, settings);
    if (runAt) {
      const key = `reach.remind:${receiverId}:${senderId}`;
      return enqueue(database.db, 'reach.remind', { receiverId, senderId }, { key, runAt });
    }
    await database.transaction(async (tx) => {
      const at = await claimReminderMail(tx, receiverId);
      if (at !== null) await enqueue(tx, 'reach.mail_missed', { receiverId, senderId, at });
    });
  };

/** Sends the claimed mail unless everything was read meanwhile; repeated, it has the same id. */
export const sendMissedMessagesMail =
  (deps: MessageReminderDeps) =>
  async ({
    receiverId,
    senderId,
    at,
  }: NotificationDeliveryTasks['reach.mail_missed']): Promise<void> => {
    const { db } = deps.database;
    const to = await findReminderAddress(db, receiverId, await readSettings(db, receiverId));
    const missed = await findSendersToName(db, { receiverId, senderId });
    if (to === null || !missed) return;
    const unsubscribeUrl = deps.unsubscribeLinks.urlFor(receiverId);
    const id = `missed-${receiverId}-${at}`;
    const { publicUrl } = deps;
    await deps.mailer.send(await missedMessagesMail(missed, { id, to, publicUrl, unsubscribeUrl }));
  };
