import { describe, expect, test } from 'vitest';
import { fakeNotification, setUpNotifications, testMinute } from './fake-notifications.ts';
import type { NotificationListPage } from './notification-list.ts';

const fiveNotifications = [1, 2, 3, 4, 5].map((n) => fakeNotification(n));

describe('the list of notifications', () => {
  test('opens with the newest notifications and loads older ones page by page', async () => {
    const { notices, ids } = setUpNotifications(fiveNotifications);
    await notices.load();
    expect(ids()).toEqual(['n5', 'n4', 'n3']);
    expect(notices.view()).toMatchObject({ status: 'ready', olderState: 'more' });
    await notices.loadOlder();
    expect(ids()).toEqual(['n5', 'n4', 'n3', 'n2', 'n1']);
    expect(notices.view().olderState).toBe('none');
  });

  test('puts new notifications first, and moves a renewed one up without a duplicate', async () => {
    const { notices, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await notices.load();
    notices.arrived(fakeNotification(6));
    notices.arrived({ ...fakeNotification(2), createdAt: testMinute(7) });
    expect(ids()).toEqual(['n2', 'n6', 'n3', 'n1']);
  });

  test('keeps notifications that arrive while it is loading', async () => {
    const { notices, ids } = setUpNotifications(fiveNotifications.slice(0, 2));
    const loading = notices.load();
    notices.arrived(fakeNotification(9));
    await loading;
    expect(ids()).toEqual(['n9', 'n2', 'n1']);
  });

  test('keeps overlapping older pages on a reload, and otherwise starts again', async () => {
    const { server, notices, ids } = setUpNotifications(fiveNotifications);
    await notices.load();
    await notices.loadOlder();
    server.all.push(fakeNotification(6));
    await notices.load();
    expect(ids()).toEqual(['n6', 'n5', 'n4', 'n3', 'n2', 'n1']);
    server.all.push(...[7, 8, 9, 10].map((n) => fakeNotification(n)));
    await notices.load();
    expect(ids()).toEqual(['n10', 'n9', 'n8']);
    await notices.loadOlder();
    expect(ids().slice(3)).toEqual(['n7', 'n6', 'n5']);
  });

  test('removes notifications that the server no longer has', async () => {
    const { server, notices, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await notices.load();
    server.all = server.all.filter(({ id }) => id !== 'n2');
    await notices.load();
    expect(ids()).toEqual(['n3', 'n1']);
  });

  test('shows a failure that can be retried, but keeps a loaded list', async () => {
    const { server, notices, ids } = setUpNotifications(fiveNotifications);
    server.failing = true;
    await notices.load();
    expect(notices.view()).toMatchObject({ status: 'error', error: new Error('sem rede') });
    server.failing = false;
    await notices.load();
    server.failing = true;
    await notices.load();
    expect(ids()).toHaveLength(3);
    await notices.loadOlder();
    expect(notices.view().olderState).toBe('error');
    server.failing = false;
    await notices.loadOlder();
    expect(ids()).toHaveLength(5);
  });

  test('drops an older page that arrives after the list was reset', async () => {
    const { server, deps, notices, ids } = setUpNotifications(fiveNotifications);
    await notices.load();
    const late = deps.page.getMockImplementation();
    let answer: () => void = () => undefined;
    deps.page.mockImplementationOnce(async (cursor) => {
      const page = await late?.(cursor);
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return page as NotificationListPage;
    });
    const older = notices.loadOlder();
    await Promise.resolve();
    await Promise.resolve();
    server.all.push(...[7, 8, 9, 10].map((n) => fakeNotification(n)));
    await notices.load();
    answer();
    await older;
    expect(ids()).toEqual(['n10', 'n9', 'n8']);
    expect(notices.view().olderState).toBe('more');
  });
});

describe('marking everything as read', () => {
  test('clears the list and the count at once, and loads read ones on request', async () => {
    const { server, notices, settle, ids } = setUpNotifications(fiveNotifications);
    notices.count();
    await settle();
    expect(notices.view().unreadCount).toBe(5);
    await notices.load();
    notices.markAll();
    expect(notices.view()).toMatchObject({
      list: [],
      unreadCount: 0,
      allMarkedRead: true,
      olderState: 'more',
    });
    await settle();
    expect(server.all.every(({ read }) => read)).toBe(true);
    await notices.load();
    expect(ids()).toEqual([]);
    await notices.loadOlder();
    expect(ids()).toEqual(['n5', 'n4', 'n3']);
    expect(notices.view()).toMatchObject({ allMarkedRead: false, olderState: 'more' });
    expect(notices.view().list.every(({ read }) => read)).toBe(true);
  });

  test('ignores a failure of the server', async () => {
    const { server, notices, settle, ids } = setUpNotifications(fiveNotifications);
    await notices.load();
    server.failing = true;
    notices.markAll();
    await settle();
    expect(notices.view()).toMatchObject({ list: [], unreadCount: 0 });
    server.failing = false;
    await notices.load();
    expect(ids()).toEqual([]);
    await notices.loadOlder();
    expect(notices.view().list.map(({ read }) => read)).toEqual([true, true, true]);
  });

  test('shows notifications that arrive afterwards', async () => {
    const { server, notices, ids } = setUpNotifications(fiveNotifications);
    await notices.load();
    notices.markAll();
    server.all.push(fakeNotification(6));
    notices.arrived(fakeNotification(6));
    server.all.push(fakeNotification(7));
    await notices.load();
    expect(ids()).toEqual(['n7', 'n6']);
    expect(notices.view().list.some(({ read }) => read)).toBe(false);
  });

  test('offers no history for an empty list', async () => {
    const { notices } = setUpNotifications();
    await notices.load();
    notices.markAll();
    expect(notices.view()).toMatchObject({ allMarkedRead: false, olderState: 'none' });
  });
});

describe('one notification', () => {
  test('disappears at once when it is removed, until it is renewed', async () => {
    const { server, deps, notices, settle, ids } = setUpNotifications(
      fiveNotifications.slice(0, 3),
    );
    notices.count();
    await settle();
    await notices.load();
    server.failing = true;
    notices.remove('n2');
    expect(ids()).toEqual(['n3', 'n1']);
    expect(notices.view().unreadCount).toBe(2);
    await settle();
    expect(deps.readOne).toHaveBeenCalledExactlyOnceWith('n2');
    server.failing = false;
    await notices.load();
    expect(ids()).toEqual(['n3', 'n1']);
    notices.arrived({ ...fakeNotification(2), createdAt: testMinute(8) });
    expect(ids()).toEqual(['n2', 'n3', 'n1']);
  });

  test('stays read when it was read, and is sent once, despite a pending answer', async () => {
    const { server, deps, notices, ids } = setUpNotifications(fiveNotifications.slice(0, 3));
    await notices.load();
    server.failing = true;
    notices.read(fakeNotification(3));
    notices.read(fakeNotification(3));
    expect(deps.readOne).toHaveBeenCalledTimes(1);
    server.failing = false;
    await notices.load();
    expect(ids()).toEqual(['n3', 'n2', 'n1']);
    expect(notices.view().list[0]?.read).toBe(true);
  });

  test('that is removed can leave an empty page, which is skipped', async () => {
    const { notices, ids } = setUpNotifications(
      [1, 2, 3, 4, 5, 6, 7].map((n) => fakeNotification(n)),
    );
    await notices.load();
    await notices.loadOlder();
    for (const id of ['n4', 'n3', 'n2']) notices.remove(id);
    notices.markAll();
    await notices.loadOlder();
    expect(ids()).toEqual(['n7', 'n6', 'n5']);
    await notices.loadOlder();
    expect(ids()).toEqual(['n7', 'n6', 'n5', 'n1']);
  });
});

describe('sync with other devices', () => {
  test('marks notifications as read that were read on another device', async () => {
    const { server, notices, settle } = setUpNotifications(fiveNotifications.slice(0, 3));
    notices.count();
    await settle();
    await notices.load();
    server.all = server.all.map((each) => ({ ...each, read: each.id !== 'n1' }));
    notices.wereRead(['n2', 'n3']);
    expect(notices.view().list.map(({ read }) => read)).toEqual([true, true, false]);
    await settle();
    expect(notices.view().unreadCount).toBe(1);
    server.all = server.all.map((each) => ({ ...each, read: true }));
    notices.wereRead(null);
    await settle();
    expect(notices.view().list.every(({ read }) => read)).toBe(true);
    expect(notices.view().unreadCount).toBe(0);
  });

  test('removes only the message notifications of a conversation that was read', async () => {
    const initial = [
      fakeNotification(1, { type: 'message', senderId: 'ana' }),
      fakeNotification(2, { type: 'message', senderId: 'bia' }),
      fakeNotification(3, { type: 'payment', senderId: 'ana' }),
    ];
    const { notices, settle, ids } = setUpNotifications(initial);
    notices.count();
    await settle();
    await notices.load();
    notices.conversationRead('ana');
    expect(ids()).toEqual(['n3', 'n2']);
    expect(notices.view().unreadCount).toBe(2);
  });
});

describe('the count of unread notifications', () => {
  test('sends one request for many simultaneous notifications', async () => {
    const { deps, notices, settle } = setUpNotifications(fiveNotifications);
    for (const each of fiveNotifications) notices.arrived(each);
    await settle();
    expect(deps.countUnread).toHaveBeenCalledTimes(1);
    expect(notices.view().unreadCount).toBe(5);
  });

  test('repeats a request that was sent before the person’s own action', async () => {
    const { deps, notices, settle } = setUpNotifications(fiveNotifications.slice(0, 3));
    notices.count();
    await settle();
    await notices.load();
    deps.countUnread.mockImplementationOnce(async () => {
      notices.markAll();
      return 3;
    });
    notices.count();
    await settle();
    expect(notices.view().unreadCount).toBe(0);
  });
});
