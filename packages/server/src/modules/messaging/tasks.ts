import { limits } from '@guilda/contract/limits';
import type { EnqueueAll } from '../../platform/jobs/index.ts';
import type { UnreadAlert } from './send/number-drafts.ts';

/** Background jobs of messaging. */
export type MessagingTasks = {
  /** Records a notification for the receiver when a message of the sender is still unread. */
  readonly 'messaging.tell_unread': { readonly receiverId: string; readonly senderId: string };
  /** Mails the receiver when messages of the sender are still unread after `limits.missedMessageMinutes`. */
  readonly 'messaging.remind': { readonly receiverId: string; readonly senderId: string };
};

/** Time after which an unread message is notified, in ms; messages that follow within it are notified together. */
const NOTIFY_AFTER_MS = 1_000;

/**
 * The jobs to enqueue when the receiver must be notified of a message. These jobs replace pending jobs of the same
 * receiver and sender; only a first unread message begins the time to the mail.
 */
export function jobsForAlert({ receiverId, senderId, sentAt, isFirstUnread }: UnreadAlert) {
  const payload = { receiverId, senderId };
  const timeAfter = (ms: number) => new Date(Date.parse(sentAt) + ms);
  const pair = `${receiverId}:${senderId}`;
  const jobs: Parameters<EnqueueAll<MessagingTasks>>[1][number][] = [
    [
      'messaging.tell_unread',
      payload,
      { key: `tell_unread:${pair}`, runAt: timeAfter(NOTIFY_AFTER_MS) },
    ],
  ];
  if (isFirstUnread)
    jobs.push([
      'messaging.remind',
      payload,
      { key: `remind:${pair}`, runAt: timeAfter(limits.missedMessageMinutes * 60_000) },
    ]);
  return jobs;
}
