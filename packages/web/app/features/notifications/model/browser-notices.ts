import { api } from '../../../lib/api/api.ts';
import { realtime } from '../../../lib/realtime/index.ts';
import { useUnread } from '../unread.ts';
import { Notices } from './notices.ts';
import { removedStore } from './removed.ts';

interface Opened {
  readonly uid: string;
  readonly notices: Notices;
  close(): void;
}

let opened: Opened | null = null;

function ofPerson(uid: string): Notices {
  const { notifications } = api();
  return new Notices({
    page: (cursor) => notifications.listNotifications({ query: { cursor } }),
    countUnread: async () => (await notifications.countUnread()).notifications,
    readAll: () => notifications.markAllRead({ params: { uid } }),
    readOne: (id) => notifications.markOneRead({ params: { id } }),
    removed: removedStore(localStorage),
    later: (run, ms) => {
      const timer = window.setTimeout(run, ms);
      return () => window.clearTimeout(timer);
    },
  });
}

/** Reloads what may have been missed, on reconnection and when the tab becomes visible. */
function comeBack(notices: Notices): void {
  notices.count();
  if (notices.view().status !== 'idle') void notices.load();
}

function listen(uid: string, notices: Notices): () => void {
  const line = realtime();
  let online = line.getState() === 'online';
  const look = () => {
    if (document.visibilityState === 'visible') comeBack(notices);
  };
  const stops = [
    line.on('notification', (notice) => notices.arrived(notice)),
    line.on('notificationsRead', ({ ids }) => notices.wereRead(ids)),
    line.on('messagesRead', ({ readerId, otherId }) => {
      if (readerId === uid) notices.conversationRead(otherId);
    }),
    line.subscribe(() => {
      const now = line.getState() === 'online';
      if (now && !online) comeBack(notices);
      online = now;
    }),
    notices.subscribe(() => useUnread.setState({ count: notices.view().unread })),
  ];
  window.addEventListener('focus', look);
  document.addEventListener('visibilitychange', look);
  return () => {
    for (const stop of stops) stop();
    window.removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', look);
  };
}

/** The notifications of the signed-in person on this device: kept up to date until they are closed. */
export function noticesOf(uid: string): Notices {
  if (opened?.uid === uid) return opened.notices;
  closeNotices();
  const notices = ofPerson(uid);
  const unsubscribe = listen(uid, notices);
  const close = () => {
    unsubscribe();
    notices.stop();
  };
  opened = { uid, notices, close };
  notices.count();
  return notices;
}

/** Closes the notifications of the person who has signed out. */
export function closeNotices(): void {
  opened?.close();
  opened = null;
  useUnread.setState({ count: 0 });
}
