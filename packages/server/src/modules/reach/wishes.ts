import type { NoticeSettings } from '@guilda/contract/reach';
import { type NoticeFacts, topicOf } from './notice-facts.ts';
import { quietUntil } from './quiet-hours.ts';

/** What is so at this moment. */
export interface Moment {
  readonly now: Date;
  /** The receiver is active in the product on some device. */
  readonly online: boolean;
}

/**
 * Whether a notification is to be pushed now. Orders are, at any hour; whatever else there is not in
 * quiet hours, and not from people between whom and the receiver a block stands. Messages and the
 * community are on screen already for whoever is online.
 */
export function wantsPush(
  notice: NoticeFacts,
  settings: NoticeSettings,
  { now, online }: Moment,
): boolean {
  const topic = topicOf(notice);
  if (notice.suspended || !settings.topics[topic].push) return false;
  if (topic === 'orders') return true;
  if (notice.apart || quietUntil(settings, now)) return false;
  if (topic === 'calls') return true;
  return !online && !(topic === 'messages' && notice.muted);
}

/** Whether a notification is mailed by itself: what is of an order, also to suspended people. */
export function wantsMail(notice: NoticeFacts, settings: NoticeSettings): boolean {
  return notice.email !== null && topicOf(notice) === 'orders' && settings.topics.orders.email;
}
