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

type UnreadMessageTime = Pick<UnreadAlert, 'receiverId' | 'senderId' | 'sentAt'>;

/** A job about unread messages of a pair, `ms` after a message; it replaces a pending job of the same task and pair. */
function jobAfter<Task extends keyof MessagingTasks>(
  task: Task,
  { receiverId, senderId, sentAt }: UnreadMessageTime,
  ms: number,
) {
  const key = `${task.replace('messaging.', '')}:${receiverId}:${senderId}`;
  const runAt = new Date(Date.parse(sentAt) + ms);
  return [task, { receiverId, senderId }, { key, runAt }] as const;
}

/** The jobs to enqueue when the receiver must be notified; only a first unread message begins the time to the mail. */
export function jobsForAlert(alert: UnreadAlert): UnreadJobs {
  const tellUnread = jobAfter('messaging.tell_unread', alert, NOTIFY_AFTER_MS);
  if (!alert.isFirstUnread) return [tellUnread];
  return [tellUnread, jobAfter('messaging.remind', alert, limits.missedMessageMinutes * 60_000)];
}

/**
 * The job that looks for later messages of a sender whose newest unread message was just notified; none when that one is
 * older than a pause, because the next message then has a job of its own. The job runs a second after a pause would have
 * begun to count, because a message that was sent before may be committed a little later.
 */
export function jobsAfterPause(
  message: UnreadMessageTime & { readonly ageMs: number },
): UnreadJobs {
  const lookAfterMs = NOTIFY_AGAIN_AFTER_MS + NOTIFY_AFTER_MS;
  if (message.ageMs >= lookAfterMs) return [];
  return [jobAfter('messaging.tell_unread', message, lookAfterMs)];
}
