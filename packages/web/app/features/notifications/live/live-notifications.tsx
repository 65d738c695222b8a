import type { Notification } from '@guilda/contract/notifications/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { CHAT_PARAM } from '../../../lib/navigation/chat-link.ts';
import { DIALOG_PARAM, NOTIFICATIONS_DIALOG } from '../../../lib/navigation/dialog-query.ts';
import { browserRealtime } from '../../../lib/realtime/index.ts';
import { closeNotifications, notificationsOf } from '../model/browser-notifications.ts';
import { isToastWorthy } from './toast-worthy.ts';
import { useNotificationToast } from './use-notification-toast.ts';

/** First parts of the query keys of cached data about orders and money. */
const orderQueries = ['orders', 'sales', 'wallet'] as const;

/** For each kind of notification: query keys of the cached data that such a notification makes outdated. */
const relatedQueries: Readonly<Record<string, readonly string[]>> = {
  payment: orderQueries,
  moderation: ['cases', 'decisions'],
  export: ['exports'],
};

function refetchQueries(client: QueryClient, keys: Iterable<string>): void {
  for (const key of keys) void client.invalidateQueries({ queryKey: [key] });
}

/** Selector of every dialog except the chat, over which toasts may appear. */
const OPEN_DIALOG_SELECTOR = '[role="dialog"]:not([data-ui="chat"]),[role="alertdialog"]';

/** Whether a dialog is open. No toast is shown then, because Escape must close the dialog and not the toast. */
const isDialogOpen = () => document.querySelector(OPEN_DIALOG_SELECTOR) !== null;

/** What is on screen: the partner of the open conversation, and whether the list of notifications is open. */
function useScreenContext() {
  const params = new URLSearchParams(useLocation().search);
  return {
    chatWith: params.get(CHAT_PARAM),
    listOpen: params.get(DIALOG_PARAM) === NOTIFICATIONS_DIALOG,
  };
}

/**
 * Returns a function that handles a new notification: it refreshes cached data, removes notifications about the
 * conversation on screen, and shows a toast if `isToastWorthy` allows one.
 */
function useNotificationHandler(uid: string) {
  const { chatWith, listOpen } = useScreenContext();
  const client = useQueryClient();
  const toasts = useNotificationToast(uid, { chatWith, listOpen });
  return (notice: Notification) => {
    const isVisible = document.visibilityState === 'visible';
    const isReading = isVisible && notice.type === 'message' && notice.senderId === chatWith;
    if (isReading && chatWith !== null) notificationsOf(uid).conversationRead(chatWith);
    const queriesOfOrder = notice.additionalInfo['paymentId'] ? orderQueries : [];
    refetchQueries(client, new Set([...queriesOfOrder, ...(relatedQueries[notice.type] ?? [])]));
    const isScreenTaken = toasts.isTaken() || isDialogOpen();
    const screen = {
      openChatPartner: chatWith,
      tabVisible: isVisible,
      listOpen,
      toastSpaceTaken: isScreenTaken,
    };
    if (isToastWorthy(notice, screen)) toasts.show(notice);
  };
}

/** Reloads orders whenever the realtime connection goes online, because events may have been missed while offline. */
function useRefetchOrdersOnReconnect(): void {
  const client = useQueryClient();
  useEffect(() => {
    const connection = browserRealtime();
    let wasOnline = false;
    const update = () => {
      const isOnline = connection.getState() === 'online';
      if (isOnline && !wasOnline) refetchQueries(client, ['orders']);
      wasOnline = isOnline;
    };
    update();
    return connection.subscribe(update);
  }, [client]);
}

/** Keeps a person's notifications up to date while a page is open, and handles new ones. */
export function LiveNotifications({ uid }: { uid: string }) {
  const handleNotification = useNotificationHandler(uid);
  const latestHandler = useRef(handleNotification);
  latestHandler.current = handleNotification;
  useEffect(() => {
    notificationsOf(uid);
    const unsubscribe = browserRealtime().on('notification', (notice) =>
      latestHandler.current(notice),
    );
    return () => {
      unsubscribe();
      closeNotifications();
    };
  }, [uid]);
  useRefetchOrdersOnReconnect();
  const { chatWith } = useScreenContext();
  useEffect(() => {
    if (chatWith) notificationsOf(uid).conversationRead(chatWith);
  }, [uid, chatWith]);
  return null;
}
