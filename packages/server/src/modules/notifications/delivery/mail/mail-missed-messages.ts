import { limits } from '@guilda/contract/limits';
import type { DeliveryPreferences } from '@guilda/contract/notifications/notification-delivery';
import type { Database, Db } from '../../../../platform/database/pool.ts';
import type { Enqueue } from '../../../../platform/jobs/index.ts';
import type { MailSite } from '../../../../platform/mail/index.ts';
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
  findNextMailTime,
  type MissedMessages,
} from './missed-messages-store.ts';
import type { UnsubscribeLinks } from './unsubscribe-links.ts';

export interface MessageReminderDeps extends MailSite {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly clock: Clock;
  readonly presence: Pick<Presence, 'statusOf'>;
  readonly mailer: Mailer;
  readonly unsubscribeLinks: UnsubscribeLinks;
  readonly enqueue: Enqueue<NotificationDeliveryTasks>;
}

/** Receiver and sender of unread messages, the payload of the job. */
export type UnreadPair = NotificationDeliveryTasks['reach.remind'];

/**
 * The mail address of a person who wants mails about messages; null when the person does not, or the account is closed
 * or suspended.
 */
async function findReminderAddress(
  db: Db,
  uid: string,
  settings: DeliveryPreferences,
): Promise<string | null> {
  if (!settings.topics.messages.email) return null;
  const person = await findUser(db, uid);
  return person && !person.suspendedAt ? person.email : null;
}

/**
 * Time at which the job runs again instead of mailing now: the end of quiet hours, or `limits.missedMessageMinutes`
 * from now while the person is online. Null when the mail may be sent now.
 */
function retryTimeOf(
  deps: MessageReminderDeps,
  uid: string,
  settings: DeliveryPreferences,
): Date | null {
  const now = deps.clock.now();
  const quietHoursEnd = endOfQuietHours(settings, now);
  if (quietHoursEnd) return quietHoursEnd;
  if (deps.presence.statusOf(uid) !== 'online') return null;
  return new Date(now.getTime() + limits.missedMessageMinutes * 60_000);
}

/**
 * The senders of unread messages. The first one has a message that was unread for long enough, and is the job's sender
 * when that sender has one. Null when no sender has one.
 */
async function findSendersToName(
  db: Db,
  { receiverId, senderId }: UnreadPair,
): Promise<[MissedMessages, ...MissedMessages[]] | null> {
  const missedMessages = await findMissedMessages(db, receiverId);
  const dueSenders = missedMessages.filter(({ waitedLongEnough }) => waitedLongEnough);
  const firstSender =
    dueSenders.find((bySender) => bySender.senderId === senderId) ?? dueSenders[0];
  if (!firstSender) return null;
  return [firstSender, ...missedMessages.filter((bySender) => bySender !== firstSender)];
}

/** Enqueues the check of the pair's unread messages again; it replaces a pending check of the same pair. */
function enqueueCheck(
  { enqueue }: Pick<MessageReminderDeps, 'enqueue'>,
  db: Db,
  { receiverId, senderId }: UnreadPair,
  runAt: Date,
): Promise<void> {
  const key = `reach.remind:${receiverId}:${senderId}`;
  return enqueue(db, 'reach.remind', { receiverId, senderId }, { key, runAt });
}

/**
 * Enqueues the mail, or the next check when a mail was sent in this absence. Without that check nobody would be mailed
 * about this sender, because further messages in an unread conversation enqueue no check.
 */
async function claimMailOrRetry(deps: MessageReminderDeps, tx: Db, pair: UnreadPair) {
  const claimedAt = await claimReminderMail(tx, pair.receiverId);
  if (claimedAt !== null) return deps.enqueue(tx, 'reach.mail_missed', { ...pair, at: claimedAt });
  const runAt = await findNextMailTime(tx, pair);
  if (runAt) await enqueueCheck(deps, tx, pair, runAt);
}

/**
 * Enqueues a mail about messages that were unread for `missedMessageMinutes`. A person gets at most one mail per
 * absence; an absence ends when the person reads any message, or after a day. During quiet hours, while the person is
 * online, and while the absence of an earlier mail lasts, the check is repeated later. The job is enqueued when a
 * conversation becomes unread.
 */
export const remindOfUnreadMessages =
  (deps: MessageReminderDeps) =>
  async ({ receiverId, senderId }: UnreadPair): Promise<void> => {
    const { database } = deps;
    const pair = { receiverId, senderId };
    const settings = await readSettings(database.db, receiverId);
    if ((await findReminderAddress(database.db, receiverId, settings)) === null) return;
    const [firstSender] = (await findSendersToName(database.db, pair)) ?? [];
    if (firstSender?.senderId !== senderId) return;
    const runAt = retryTimeOf(deps, receiverId, settings);
    if (runAt) return enqueueCheck(deps, database.db, pair, runAt);
    await database.transaction((tx) => claimMailOrRetry(deps, tx, pair));
  };

/**
 * Sends the reminder mail that `claimReminderMail` recorded at the time `at`. When the sender's messages have been read in
 * the meantime, the mail names another sender, whose check may have ended because this mail was to count the messages;
 * without one there is no mail. A repeated job sends the mail with the same id, so that it arrives once.
 */
export const sendMissedMessagesMail =
  (deps: MessageReminderDeps) =>
  async ({
    receiverId,
    senderId,
    at,
  }: NotificationDeliveryTasks['reach.mail_missed']): Promise<void> => {
    const { db } = deps.database;
    const to = await findReminderAddress(db, receiverId, await readSettings(db, receiverId));
    const missedMessages = await findSendersToName(db, { receiverId, senderId });
    if (to === null || !missedMessages) return;
    const unsubscribeUrl = deps.unsubscribeLinks.urlFor(receiverId);
    const id = `missed-${receiverId}-${at}`;
    const { publicUrl, company } = deps;
    const parts = { id, to, publicUrl, company, unsubscribeUrl };
    await deps.mailer.send(await missedMessagesMail(missedMessages, parts));
  };
