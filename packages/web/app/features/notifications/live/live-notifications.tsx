import type { Notification } from '@guilda/contract/notifications/notifications';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { CHAT_PARAM } from '../../../lib/navigation/chat-link.ts';
import { DIALOG_PARAM, NOTIFICATIONS_DIALOG } from '../../../lib/navigation/dialog-query.ts';
import { browserRealtime } from '../../../lib/realtime/index.ts';
import { closeNotifications, notificationsOf } from '../model/browser-notifications.ts';
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
 * conversation on screen, and shows a toast if there is a reason for one.
 */
function useNotificationHandler(uid: string) {
  const { chatWith, listOpen } = useScreenContext();
  const client = useQueryClient();
  const showToast = useNotificationToast(uid, { chatWith, listOpen });
  return (notice: Notification) => {
    const isVisible = document.visibilityState === 'visible';
    const isReading = isVisible && notice.type === 'message' && notice.senderId === chatWith;
    if (isReading && chatWith !== null) notificationsOf(uid).conversationRead(chatWith);
    const queriesOfOrder = notice.additionalInfo['paymentId'] ? orderQueries : [];
    refetchQueries(client, new Set([...queriesOfOrder, ...(relatedQueries[notice.type] ?? [])]));
    showToast(notice);
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
