import type { Notification } from '@guilda/contract/notifications';
import { type To, useLocation } from 'react-router';
import { searchWithChat } from '../../lib/navigation/chat-link.ts';
import { DIALOG_PARAM } from '../../lib/navigation/dialog-query.ts';
import { notificationTarget } from './model/notification-target.ts';

/** A link's address and how the page behaves when it is followed. */
export interface NotificationLink {
  readonly to: To;
  /** The chat opens over the page, which stays where it is. */
  readonly preventScrollReset: boolean;
}

/** Returns a function for the link of a notification from the current page; null when it has no page. */
export function useNotificationLink(): (notice: Notification) => NotificationLink | null {
  const { search, hash } = useLocation();
  return (notice) => {
    const place = notificationTarget(notice);
    if (!place) return null;
    if ('page' in place) return { to: place.page, preventScrollReset: false };
    const page = new URLSearchParams(search);
    page.delete(DIALOG_PARAM);
    return {
      to: { search: searchWithChat(page.toString(), place.chatWith), hash },
      preventScrollReset: true,
    };
  };
}
