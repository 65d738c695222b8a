import { limits } from '@guilda/contract/limits';
import type { EnqueueAll } from '../../platform/jobs/index.ts';
import { NOTIFY_AGAIN_AFTER_MS, type UnreadAlert } from './send/number-drafts.ts';

/** Background jobs of messaging. */
export type MessagingTasks = {
  /** Records a notification for the receiver when a message of the sender is still unread. */
  readonly 'messaging.tell_unread': { readonly receiverId: string; readonly senderId: string };
  /** Mails the receiver when messages of the sender are still unread after `limits.missedMessageMinutes`. */
  readonly 'messaging.remind': { readonly receiverId: string; readonly senderId: string };
};

type UnreadJobs = Parameters<EnqueueAll<MessagingTasks>>[1];

/** Time after which an unread message is notified, in ms; messages that follow within it are notified together. */
const NOTIFY_AFTER_MS = 1_000;

/**
 * The jobs to enqueue when the receiver must be notified of a message. These jobs replace pending jobs of the same
 * receiver and sender; only a first unread message begins the time to the mail.
 */
export function jobsForAlert({
  receiverId,
  senderId,
  sentAt,
  isFirstUnread,
}: UnreadAlert): UnreadJobs {
  const payload = { receiverId, senderId };
  const timeAfter = (ms: number) => new Date(Date.parse(sentAt) + ms);
  const pair = `${receiverId}:${senderId}`;
  const jobs: UnreadJobs[number][] = [
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

/**
 * The job that looks for later messages of a sender whose newest unread message was just notified; none when that one is
 * older than a pause, because the next message then has a job of its own. The job runs a second after a pause would have
 * begun to count, because a message that was sent before may be committed a little later.
 */
export function jobsAfterPause({
  receiverId,
  senderId,
  sentAt,
  ageMs,
}: Omit<UnreadAlert, 'isFirstUnread'> & { readonly ageMs: number }): UnreadJobs {
  const lookAfterMs = NOTIFY_AGAIN_AFTER_MS + NOTIFY_AFTER_MS;
  if (ageMs >= lookAfterMs) return [];
  const job: UnreadJobs[number] = [
    'messaging.tell_unread',
    { receiverId, senderId },
    {
      key: `tell_unread:${receiverId}:${senderId}`,
      runAt: new Date(Date.parse(sentAt) + lookAfterMs),
    },
  ];
  return [job];
}
