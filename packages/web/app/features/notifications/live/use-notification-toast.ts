import type { Notification } from '@guilda/contract/notifications/notifications';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { dismissToast, toast, useToastStore } from '../../../ui/feedback/toast.ts';
import { notificationsOf } from '../model/browser-notifications.ts';
import { notificationText } from '../model/notification-text.ts';
import { type NotificationLink, useNotificationLink } from '../use-notification-link.ts';

/** Maximum length of a notification's text in a toast, in characters. */
const MAX_TOAST_CHARACTERS = 140;

const shortenText = (text: string) =>
  text.length > MAX_TOAST_CHARACTERS ? `${text.slice(0, MAX_TOAST_CHARACTERS).trimEnd()}...` : text;

const currentToastId = () => useToastStore.getState().current?.id;

interface ScreenContext {
  readonly chatWith: string | null;
  readonly listOpen: boolean;
}

/**
 * Shows toasts for notifications. A new toast replaces only another toast for a notification. A toast about a message
 * is dismissed when the conversation opens, and any toast when the list of notifications opens.
 */
export function useNotificationToast(uid: string, { chatWith, listOpen }: ScreenContext) {
  const linkOf = useNotificationLink();
  const navigate = useNavigate();
  const ownToast = useRef<{ id: number | undefined; senderId: string | null } | null>(null);
  useEffect(() => {
    const shownToast = ownToast.current;
    if (!shownToast) return;
    if (listOpen || (chatWith !== null && chatWith === shownToast.senderId))
      dismissToast(shownToast.id);
  }, [chatWith, listOpen]);

  const isTaken = () => currentToastId() !== undefined && currentToastId() !== ownToast.current?.id;
  const show = (notice: Notification) => {
    const { lead, text } = notificationText(notice);
    const link = linkOf(notice);
    const openLink = (link: NotificationLink) => () => {
      notificationsOf(uid).read(notice);
      void navigate(link.to, { preventScrollReset: link.preventScrollReset });
    };
    const action = link ? { label: 'Abrir', run: openLink(link) } : undefined;
    toast({ title: lead, text: shortenText(text.trim()), tone: 'notice', action });
    ownToast.current = { id: currentToastId(), senderId: notice.senderId };
  };
  return { isTaken, show };
}
