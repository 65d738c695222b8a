import type { Notification } from '@guilda/contract/notifications/notifications';
import { type RefObject, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { dismissToast, toast, useToastStore } from '../../../ui/feedback/toast.ts';
import { notificationsOf } from '../model/browser-notifications.ts';
import { notificationText } from '../model/notification-text.ts';
import { type NotificationLink, useNotificationLink } from '../use-notification-link.ts';
import { isToastWorthy } from './toast-worthy.ts';

/** Maximum length of a notification's text in a toast, in characters. */
const MAX_TOAST_CHARACTERS = 140;

const shortenText = (text: string) =>
  text.length > MAX_TOAST_CHARACTERS ? `${text.slice(0, MAX_TOAST_CHARACTERS).trimEnd()}...` : text;

const currentToastId = () => useToastStore.getState().current?.id;

/** Selector of every dialog except the chat, over which toasts may appear. */
const OPEN_DIALOG_SELECTOR = '[role="dialog"]:not([data-ui="chat"]),[role="alertdialog"]';

/** Whether a dialog is open. No toast is shown then, because Escape must close the dialog and not the toast. */
const isDialogOpen = () => document.querySelector(OPEN_DIALOG_SELECTOR) !== null;

/** Calls `onFree` whenever the toast on screen closes and no other one follows. */
function useFreeToastSpace(onFree: () => void): void {
  const latestOnFree = useRef(onFree);
  latestOnFree.current = onFree;
  useEffect(
    () =>
      useToastStore.subscribe(({ current }) => {
        if (current === null) latestOnFree.current();
      }),
    [],
  );
}

interface ScreenContext {
  readonly chatWith: string | null;
  readonly listOpen: boolean;
}

/** The newest toast for a notification. */
interface NotificationToast {
  readonly id: number | undefined;
  readonly senderId: string | null;
}

/**
 * Dismisses a toast about a message when the conversation opens, and any toast when the list of notifications opens; so
 * is a notification that waits for its toast.
 */
function useDismissal(
  ownToast: RefObject<NotificationToast | null>,
  waiting: RefObject<Notification | null>,
  { chatWith, listOpen }: ScreenContext,
): void {
  useEffect(() => {
    const isRead = (notice: { readonly senderId: string | null } | null) =>
      listOpen || (chatWith !== null && chatWith === notice?.senderId);
    if (isRead(waiting.current)) waiting.current = null;
    if (ownToast.current && isRead(ownToast.current)) dismissToast(ownToast.current.id);
  }, [ownToast, waiting, chatWith, listOpen]);
}

/**
 * Returns a function that shows a toast for a notification if `isToastWorthy` allows one. A new toast replaces only
 * another toast for a notification; while any other toast is on screen, the newest notification waits until it closes.
 */
export function useNotificationToast(uid: string, { chatWith, listOpen }: ScreenContext) {
  const linkOf = useNotificationLink();
  const navigate = useNavigate();
  const ownToast = useRef<NotificationToast | null>(null);
  const waiting = useRef<Notification | null>(null);
  useDismissal(ownToast, waiting, { chatWith, listOpen });
  const isTaken = () => currentToastId() !== undefined && currentToastId() !== ownToast.current?.id;
  const show = (notice: Notification) => {
    const screen = {
      openChatPartner: chatWith,
      tabVisible: document.visibilityState === 'visible',
      listOpen,
      dialogOpen: isDialogOpen(),
    };
    if (!isToastWorthy(notice, screen)) return;
    waiting.current = isTaken() ? notice : null;
    if (waiting.current) return;
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
  useFreeToastSpace(() => {
    const notice = waiting.current;
    waiting.current = null;
    if (notice) show(notice);
  });
  return show;
}
