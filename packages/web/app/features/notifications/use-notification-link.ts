import type { Notification } from '@guilda/contract/notifications/notifications';
import { type To, useLocation } from 'react-router';
import { searchWithChat } from '../../lib/navigation/chat-link.ts';
import { DIALOG_PARAM } from '../../lib/navigation/dialog-query.ts';
import { notificationTarget } from './model/notification-target.ts';

/** The target of a notification's link, and whether following the link keeps the scroll position. */
export interface NotificationLink {
  readonly to: To;
  /** Whether the page keeps its scroll position; true for the chat, which opens over the page. */
  readonly preventScrollReset: boolean;
}

/**
 * Returns a function that gives the link of a notification from the current page; null when the notification has no
 * target.
 */
export function useNotificationLink(): (notice: Notification) => NotificationLink | null {
  const { search, hash } = useLocation();
  return (notice) => {
    const target = notificationTarget(notice);
    if (!target) return null;
    if ('page' in target) return { to: target.page, preventScrollReset: false };
    const page = new URLSearchParams(search);
    page.delete(DIALOG_PARAM);
    return {
      to: { search: searchWithChat(page.toString(), target.chatWith), hash },
      preventScrollReset: true,
    };
  };
}
