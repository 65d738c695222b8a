import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import { expect, test, vi } from 'vitest';
import { createPresenceStore } from './presence-store.ts';

const onlineUser = (userId: string): OnlineUser => ({ userId, status: 'online' });

test('nobody is shown offline before the server has sent the list of people online', () => {
  const store = createPresenceStore();
  expect(store.statusOf('ana')).toBeUndefined();
  store.begin([onlineUser('bia')]);
  expect(store.statusOf('bia')).toBe('online');
  expect(store.statusOf('ana')).toBe('offline');
});

test('people who are missing in a list of the maximum length are not shown as offline', () => {
  const store = createPresenceStore();
  store.begin(Array.from({ length: limits.usersOnline }, (_, n) => onlineUser(`p${n}`)));
  expect(store.statusOf('p0')).toBe('online');
  expect(store.statusOf('ana')).toBeUndefined();
});

test('presence follows the events online, away and offline', () => {
  const store = createPresenceStore();
  const listener = vi.fn();
  const stop = store.subscribe(listener);
  store.begin([]);
  store.put(onlineUser('ana'));
  store.put({ userId: 'ana', status: 'away' });
  expect(store.statusOf('ana')).toBe('away');
  store.put({ userId: 'ana', status: 'away' });
  expect(listener).toHaveBeenCalledTimes(3);
  stop();
  store.put({ userId: 'ana', status: 'offline' });
  expect(store.statusOf('ana')).toBe('offline');
  expect(listener).toHaveBeenCalledTimes(3);
});

test('a new list replaces the old one', () => {
  const store = createPresenceStore();
  store.begin([onlineUser('ana'), onlineUser('bia')]);
  store.begin([onlineUser('bia')]);
  expect(store.statusOf('ana')).toBe('offline');
});

test('while disconnected the known presence remains, and the rest is unknown again', () => {
  const store = createPresenceStore();
  store.begin([onlineUser('ana')]);
  store.setConnection('online');
  store.setConnection('offline');
  expect(store.statusOf('ana')).toBe('online');
  expect(store.statusOf('bia')).toBeUndefined();
});

test('people who left the complete list stay offline while disconnected, until they return', () => {
  const store = createPresenceStore();
  store.begin([onlineUser('ana'), onlineUser('bia')]);
  store.setConnection('online');
  store.put({ userId: 'ana', status: 'offline' });
  store.put({ userId: 'bia', status: 'offline' });
  store.put(onlineUser('bia'));
  store.setConnection('offline');
  expect(store.statusOf('ana')).toBe('offline');
  expect(store.statusOf('bia')).toBe('online');
});

test('people who left are not remembered after a new list of the maximum length', () => {
  const store = createPresenceStore();
  store.begin([onlineUser('ana')]);
  store.put({ userId: 'ana', status: 'offline' });
  store.begin(Array.from({ length: limits.usersOnline }, (_, n) => onlineUser(`p${n}`)));
  expect(store.statusOf('ana')).toBeUndefined();
  store.put({ userId: 'ana', status: 'offline' });
  expect(store.statusOf('ana')).toBe('offline');
});

test('of the people who left, only the latest are remembered', () => {
  const store = createPresenceStore();
  store.begin([]);
  store.setConnection('online');
  const uids = Array.from({ length: limits.usersOnline + 2 }, (_, n) => `p${n}`);
  for (const userId of uids) {
    store.put(onlineUser(userId));
    store.put({ userId, status: 'offline' });
  }
  // Somebody who leaves again is one of the latest.
  store.put({ userId: 'p2', status: 'offline' });
  store.put({ userId: 'last', status: 'offline' });
  expect(uids.map(store.statusOf)).toEqual(uids.map(() => 'offline'));
  store.setConnection('offline');
  const forgottenUids = uids.filter((uid) => store.statusOf(uid) === undefined);
  expect(forgottenUids).toEqual(['p0', 'p1', 'p3']);
});

test('the presence list of one session is not used by the next one', () => {
  const store = createPresenceStore();
  store.begin([onlineUser('ana')]);
  store.put({ userId: 'bia', status: 'offline' });
  store.forget();
  expect(store.statusOf('ana')).toBeUndefined();
  expect(store.statusOf('bia')).toBeUndefined();
});

test('the list contains everybody who is present, online people first, and is the same array while nothing changes', () => {
  const store = createPresenceStore();
  store.begin([{ userId: 'ana', status: 'away' }, onlineUser('bia')]);
  store.put({ userId: 'caio', status: 'offline' });
  const everyone = store.everyone();
  expect(everyone.map(({ userId }) => userId)).toEqual(['bia', 'ana']);
  expect(store.everyone()).toBe(everyone);
});
