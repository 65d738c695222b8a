import { describe, expect, test } from 'vitest';
import { fakeNotification, setUpNotifications } from './fake-notifications.ts';

const fiveNotifications = [1, 2, 3, 4, 5].map((n) => fakeNotification(n));

describe('marking everything as read while the list is loading', () => {
  test('clears the page in flight, and shows what arrives afterwards', async () => {
    const { server, store, settle, ids } = setUpNotifications(fiveNotifications);
    server.all.push(fakeNotification(8));
    const loading = store.load();
    store.markAll();
    store.arrived(fakeNotification(8));
    await loading;
    expect(ids()).toEqual(['n8']);
    expect(store.view()).toMatchObject({
      status: 'ready',
      allMarkedRead: true,
      olderState: 'more',
    });
    await settle();
    server.all = server.all.map((each) => ({ ...each, read: each.id !== 'n8' }));
    await store.load();
    expect(ids()).toEqual(['n8']);
    await store.loadOlder();
    expect(store.view().list.map(({ read }) => read)).toEqual([false, true, true]);
  });

  test('clears what arrived earlier while it was loading', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications);
    server.all.push(fakeNotification(6));
    const loading = store.load();
    store.arrived(fakeNotification(6));
    store.markAll();
    await loading;
    expect(ids()).toEqual([]);
    expect(store.view()).toMatchObject({ allMarkedRead: true, olderState: 'more' });
  });

  test('clears the page that is loaded again', async () => {
    const { server, store, ids } = setUpNotifications(fiveNotifications);
    await store.load();
    server.all.push(fakeNotification(6));
    const loading = store.load();
    store.markAll();
    await loading;
    expect(ids()).toEqual([]);
  });

  test('offers no history when there is nothing', async () => {
    const { store } = setUpNotifications();
    const loading = store.load();
    store.markAll();
    await loading;
    expect(store.view()).toMatchObject({ list: [], allMarkedRead: false, olderState: 'none' });
  });
});
