import type { Notification } from '@guilda/contract/notifications/notifications';
import { vi } from 'vitest';
import type { NotificationListPage } from './notification-list.ts';
import { NotificationsStore } from './notifications-store.ts';
import { createRemovedStore } from './removed-notifications.ts';

export const testMinute = (minute: number) =>
  new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();

/** A notification created `notificationNumber` minutes after a fixed time. */
export function fakeNotification(
  notificationNumber: number,
  overrides: Partial<Notification> = {},
): Notification {
  return {
    id: `n${notificationNumber}`,
    type: 'payment',
    senderId: null,
    receiverId: 'me',
    content: `aviso ${notificationNumber}`,
    senderName: null,
    senderAvatar: null,
    senderBadges: [],
    additionalInfo: {},
    read: false,
    createdAt: testMinute(notificationNumber),
    ...overrides,
  };
}

/** A fake server with three notifications per page, and a browser with empty storage. */
export function setUpNotifications(initialNotifications: readonly Notification[] = []) {
  const server = { all: [...initialNotifications], failing: false };
  const storage = new Map<string, string>();
  const timers: (() => void)[] = [];
  const refuse = () => Promise.reject(new Error('sem rede'));
  const newestFirst = () => [...server.all].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const deps = {
    page: vi.fn(async (cursor: string | undefined): Promise<NotificationListPage> => {
      if (server.failing) return refuse();
      const start = Number(cursor ?? 0);
      const nextCursor = start + 3 < server.all.length ? String(start + 3) : null;
      return { notifications: newestFirst().slice(start, start + 3), nextCursor };
    }),
    countUnread: vi.fn(async () => server.all.filter(({ read }) => !read).length),
    readAll: vi.fn(async () => {
      if (server.failing) return refuse();
      server.all = server.all.map((each) => ({ ...each, read: true }));
    }),
    readOne: vi.fn(async (id: string) => {
      if (server.failing) return refuse();
      server.all = server.all.map((each) => (each.id === id ? { ...each, read: true } : each));
    }),
    removedStore: createRemovedStore({
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
    }),
    later: (run: () => void) => {
      timers.push(run);
      return () => undefined;
    },
  };
  const store = new NotificationsStore(deps);
  const settle = async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      for (const run of timers.splice(0)) run();
      for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
    }
  };
  const ids = () => store.view().list.map(({ id }) => id);
  return { server, deps, store, settle, ids };
}
