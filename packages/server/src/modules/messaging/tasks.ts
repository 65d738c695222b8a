import { limits } from '@guilda/contract/limits';
import type { EnqueueAll } from '../../platform/jobs/index.ts';
import type { Unread } from './number-drafts.ts';

/** The background work of this module. */
export type MessagingTasks = {
  /** Notifies the receiver of what is still unread of the sender. */
  readonly 'messaging.tell_unread': { readonly receiverId: string; readonly senderId: string };
  /** Reaches the receiver outside the product for what is still unread of the sender. */
  readonly 'messaging.remind': { readonly receiverId: string; readonly senderId: string };
};

/** A message read within this time is told of by the conversation alone, in ms. */
const TELL_AFTER_MS = 1_000;

/** What is to be done about somebody's first unread message of a sender; it replaces what waits. */
export function noticeJobs({ receiverId, senderId, sentAt }: Unread) {
  const payload = { receiverId, senderId };
  const after = (ms: number) => new Date(Date.parse(sentAt) + ms);
  const pair = `${receiverId}:${senderId}`;
  const jobs: Parameters<EnqueueAll<MessagingTasks>>[1] = [
    ['messaging.tell_unread', payload, { key: `tell_unread:${pair}`, runAt: after(TELL_AFTER_MS) }],
    [
      'messaging.remind',
      payload,
      { key: `remind:${pair}`, runAt: after(limits.missedMessageMinutes * 60_000) },
    ],
  ];
  return jobs;
}
