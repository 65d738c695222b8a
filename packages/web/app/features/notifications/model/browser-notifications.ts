import { api } from '../../../lib/api/api.ts';
import { closeMessagePush } from '../../../lib/push/close-message-push.ts';
import { browserRealtime } from '../../../lib/realtime/index.ts';
import { useUnreadNotifications } from '../use-unread-notifications.ts';
import { NotificationsStore } from './notifications-store.ts';
import { createRemovedStore } from './removed-notifications.ts';

interface OpenNotifications {
  readonly uid: string;
  readonly store: NotificationsStore;
  close(): void;
}

let openedNotifications: OpenNotifications | null = null;

function createNotificationsStore(uid: string): NotificationsStore {
  const { notifications } = api();
  return new NotificationsStore({
    page: (cursor) => notifications.listNotifications({ query: { cursor } }),
    countUnread: async () => (await notifications.countUnread()).notifications,
    readAll: () => notifications.markAllRead({ params: { uid } }),
    readOne: (id) => notifications.markOneRead({ params: { id } }),
    removedStore: createRemovedStore(localStorage),
    later: (run, ms) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
  });
}

/** Reloads notifications that may have been missed, on reconnection and when the tab becomes visible. */
function reloadMissed(notificationsStore: NotificationsStore): void {
  notificationsStore.count();
  if (notificationsStore.view().status !== 'idle') void notificationsStore.load();
}

function followServer(uid: string, notificationsStore: NotificationsStore): () => void {
  const connection = browserRealtime();
  let wasOnline = connection.getState() === 'online';
  const onVisibilityChange = () => {
    if (document.visibilityState === 'visible') reloadMissed(notificationsStore);
  };
  const stopFunctions = [
    connection.on('notification', (notice) => notificationsStore.arrived(notice)),
    connection.on('notificationsRead', ({ ids }) => notificationsStore.wereRead(ids)),
    connection.on('messagesRead', ({ readerId, otherId, isAllRead }) => {
      if (readerId !== uid || isAllRead === false) return;
      notificationsStore.conversationRead(otherId);
      void closeMessagePush(otherId);
    }),
    connection.subscribe(() => {
      const isOnline = connection.getState() === 'online';
      if (isOnline && !wasOnline) reloadMissed(notificationsStore);
      wasOnline = isOnline;
    }),
    notificationsStore.subscribe(() =>
      useUnreadNotifications.setState({ count: notificationsStore.view().unreadCount }),
    ),
  ];
  window.addEventListener('focus', onVisibilityChange);
  document.addEventListener('visibilitychange', onVisibilityChange);
  return () => {
    for (const stop of stopFunctions) stop();
    window.removeEventListener('focus', onVisibilityChange);
    document.removeEventListener('visibilitychange', onVisibilityChange);
  };
}

/** The notifications of the signed-in person on this device; kept up to date until `closeNotifications` is called. */
export function notificationsOf(uid: string): NotificationsStore {
  if (openedNotifications?.uid === uid) return openedNotifications.store;
  closeNotifications();
  const store = createNotificationsStore(uid);
  const unsubscribe = followServer(uid, store);
  const close = () => {
    unsubscribe();
    store.stop();
  };
  openedNotifications = { uid, store, close };
  store.count();
  return store;
}

/** Closes the notifications when the person has signed out. */
export function closeNotifications(): void {
  openedNotifications?.close();
  openedNotifications = null;
  useUnreadNotifications.setState({ count: 0 });
}
