import { describe, expect, test } from 'vitest';
import { fakeNotification, setUpNotifications, testMinute } from './fake-notifications.ts';
import type { NotificationListPage } from './notification-list.ts';

const fiveNotifications = [1, 2, 3, 4, 5].map((n) => fakeNotification(n));

describe('the list of notifications', () => {
  test('opens with the newest notifications and loads older ones page by page', async () => {
    const { store, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    expect(ids()).toEqual(['n5', 'n4', 'n3']);
    expect(store.view()).toMatchObject({ status: 'ready', olderState: 'more' });
    await store.loadOlder();
    expect(ids()).toEqual(['n5', 'n4', 'n3', 'n2', 'n1']);
    expect(store.view().olderState).toBe('none');
  });

  test('puts new notifications first, and moves a renewed one up without a duplicate', async () => {
    const { store, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await store.load();
    store.arrived(fakeNotification(6));
    store.arrived({ ...fakeNotification(2), createdAt: testMinute(7) });
    expect(ids()).toEqual(['n2', 'n6', 'n3', 'n1']);
  });

  test('keeps notifications that arrive while it is loading', async () => {
    const { store, ids } = setUpNotifications(fiveNotifications.slice(0, 2));
    const loading = store.load();
    store.arrived(fakeNotification(9));
    await loading;
    expect(ids()).toEqual(['n9', 'n2', 'n1']);
  });

  test('keeps overlapping older pages on a reload, and otherwise starts again', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    await store.loadOlder();
    server.all.push(fakeNotification(6));
    await store.load();
    expect(ids()).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1']);
    server.all.push(...[7, 8, 9, 10].map((n) => fakeNotification(n)));
    await store.load();
    expect(ids()).toEqual(['n10', 'n9', 'n8']);
    await store.loadOlder();
    expect(ids().slice(3)).toEqual(['n7', 'n6', 'n5']);
  });

  test('removes notifications that the server no longer has', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await store.load();
    server.all = server.all.filter(({ id }) => id !== 'n2');
    await store.load();
    expect(ids()).toEqual(['n3', 'n1']);
  });

  test('shows a failure that can be retried, but keeps a loaded list', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications);
    server.failing = true;
    await store.load();
    expect(store.view()).toMatchObject({ status: 'error', error: new Error('sem rede') });
    server.failing = false;
    await store.load();
    server.failing = true;
    await store.load();
    expect(ids()).toHaveLength(3);
    await store.loadOlder();
    expect(store.view().olderState).toBe('error');
    server.failing = false;
    await store.loadOlder();
    expect(ids()).toHaveLength(5);
  });

  test('drops an older page that arrives after the list was reset', async () => {
    const { server, deps, store, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    const loadPage = deps.page.getMockImplementation();
    let answerLate: () => void = () => undefined;
    deps.page.mockImplementationOnce(async (cursor) => {
      const page = await loadPage?.(cursor);
      await new Promise<void>((resolve) => {
        answerLate = resolve;
      });
      return page as NotificationListPage;
    });
    const olderRequest = store.loadOlder();
    await Promise.resolve();
    await Promise.resolve();
    server.all.push(...[7, 8, 9, 10].map((n) => fakeNotification(n)));
    await store.load();
    answerLate();
    await olderRequest;
    expect(ids()).toEqual(['n10', 'n9', 'n8']);
    expect(store.view().olderState).toBe('more');
  });
});

describe('marking everything as read', () => {
  test('clears the list and the count at once, and loads read ones on request', async () => {
    const { server, store, settle, ids } = setUpNotifications(fiveNotifications);
    store.count();
    await settle();
    expect(store.view().unreadCount).toBe(5);
    await store.load();
    store.markAll();
    expect(store.view()).toMatchObject({
      list: [],
      unreadCount: 0,
      allMarkedRead: true,
      olderState: 'more',
    });
    await settle();
    expect(server.all.every(({ read }) => read)).toBe(true);
    await store.load();
    expect(ids()).toEqual([]);
    await store.loadOlder();
    expect(ids()).toEqual(['n5', 'n4', 'n3']);
    expect(store.view()).toMatchObject({ allMarkedRead: false, olderState: 'more' });
    expect(store.view().list.every(({ read }) => read)).toBe(true);
  });

  test('ignores a failure of the server', async () => {
    const { server, store, settle, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    server.failing = true;
    store.markAll();
    await settle();
    expect(store.view()).toMatchObject({ list: [], unreadCount: 0 });
    server.failing = false;
    await store.load();
    expect(ids()).toEqual([]);
    await store.loadOlder();
    expect(store.view().list.map(({ read }) => read)).toEqual([true, true, true]);
  });

  test('shows notifications that arrive afterwards', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    store.markAll();
    server.all.push(fakeNotification(6));
    store.arrived(fakeNotification(6));
    server.all.push(fakeNotification(7));
    await store.load();
    expect(ids()).toEqual(['n7', 'n6']);
    expect(store.view().list.some(({ read }) => read)).toBe(false);
  });

  test('offers no history for an empty list', async () => {
    const { store } = setUpNotifications();
    await store.load();
    store.markAll();
    expect(store.view()).toMatchObject({ allMarkedRead: false, olderState: 'none' });
  });
});

describe('one notification', () => {
  test('disappears at once when it is removed, until it is renewed', async () => {
    const { server, deps, store, settle, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    store.count();
    await settle();
    await store.load();
    server.failing = true;
    store.remove('n2');
    expect(ids()).toEqual(['n3', 'n1']);
    expect(store.view().unreadCount).toBe(2);
    await settle();
    expect(deps.readOne).toHaveBeenCalledExactlyOnceWith('n2');
    server.failing = false;
    await store.load();
    expect(ids()).toEqual(['n3', 'n1']);
    store.arrived({ ...fakeNotification(2), createdAt: testMinute(8) });
    expect(ids()).toEqual(['n2', 'n3', 'n1']);
  });

  test('stays read when it was read, and is sent once, despite a pending answer', async () => {
    const { server, deps, store, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await store.load();
    server.failing = true;
    store.read(fakeNotification(3));
    store.read(fakeNotification(3));
    expect(deps.readOne).toHaveBeenCalledTimes(1);
    server.failing = false;
    await store.load();
    expect(ids()).toEqual(['n3', 'n2', 'n1']);
    expect(store.view().list[0]?.read).toBe(true);
  });

  test('that is removed can leave an empty page, which is skipped', async () => {
    const { store, ids } = setUpNotifications(
      [1, 2, 3, 4, 5, 6, 7].map((n) => fakeNotification(n)),
    );
    await store.load();
    await store.loadOlder();
    for (const id of ['n4', 'n3', 'n2']) store.remove(id);
    store.markAll();
    await store.loadOlder();
    expect(ids()).toEqual(['n7', 'n6', 'n5']);
    await store.loadOlder();
    expect(ids()).toEqual(['n7', 'n6', 'n5', 'n1']);
  });
});

describe('sync with other devices', () => {
  test('marks notifications as read that were read on another device', async () => {
    const { server, store, settle } = setUpNotifications(fiveNotifications.slice(0, 3));
    store.count();
    await settle();
    await store.load();
    server.all = server.all.map((each) => ({ ...each, read: each.id !== 'n1' }));
    store.wereRead(['n2', 'n3']);
    expect(store.view().list.map(({ read }) => read)).toEqual([true, true, false]);
    await settle();
    expect(store.view().unreadCount).toBe(1);
    server.all = server.all.map((each) => ({ ...each, read: true }));
    store.wereRead(null);
    await settle();
    expect(store.view().list.every(({ read }) => read)).toBe(true);
    expect(store.view().unreadCount).toBe(0);
  });

  test('removes only the message notifications of a conversation that was read', async () => {
    const initial = [
      fakeNotification(1, { type: 'message', senderId: 'ana' }),
      fakeNotification(2, { type: 'message', senderId: 'bia' }),
      fakeNotification(3, { type: 'payment', senderId: 'ana' }),
    ];
    const { store, settle, ids } = setUpNotifications(initial);
    store.count();
    await settle();
    await store.load();
    store.conversationRead('ana');
    expect(ids()).toEqual(['n3', 'n2']);
    expect(store.view().unreadCount).toBe(2);
  });

  test('leaves them out of the list that is opened later, but not later ones of the same person', async () => {
    const { server, store, ids } = setUpNotifications([
      fakeNotification(1, { type: 'message', senderId: 'ana' }),
      fakeNotification(2),
    ]);
    store.conversationRead('ana');
    server.all = server.all.map((each) => ({ ...each, read: each.id === 'n1' }));
    await store.load();
    expect(ids()).toEqual(['n2']);
    server.all.push(fakeNotification(3, { type: 'message', senderId: 'ana' }));
    await store.load();
    expect(ids()).toEqual(['n3', 'n2']);
  });
});

describe('the count of unread notifications', () => {
  test('sends one request for many simultaneous notifications', async () => {
    const { deps, store, settle } = setUpNotifications(fiveNotifications);
    for (const each of fiveNotifications) store.arrived(each);
    await settle();
    expect(deps.countUnread).toHaveBeenCalledTimes(1);
    expect(store.view().unreadCount).toBe(5);
  });

  test('repeats a request that was sent before the person’s own action', async () => {
    const { deps, store, settle } = setUpNotifications(fiveNotifications.slice(0, 3));
    store.count();
    await settle();
    await store.load();
    deps.countUnread.mockImplementationOnce(async () => {
      store.markAll();
      return 3;
    });
    store.count();
    await settle();
    expect(store.view().unreadCount).toBe(0);
  });
});
