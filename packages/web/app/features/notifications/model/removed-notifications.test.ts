import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushOwner } from '../../../lib/push/push-owner.ts';
import { createRemovedStore } from './removed-notifications.ts';

const removedNotification = { id: 'a', createdAt: '2026-11-20T12:00:00.000Z' };

beforeEach(() => {
  const storedEntries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedEntries.get(key) ?? null,
    setItem: (key: string, text: string) => void storedEntries.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the removed notifications of two people are stored separately', () => {
  const removedStore = createRemovedStore(localStorage);
  pushOwner.set('ana');
  removedStore.add(removedNotification);
  expect(pushOwner.isFor('ana')).toBe(true);
  pushOwner.set('ana');
  expect(removedStore.has(removedNotification)).toBe(true);
});

test('a removed notification that is renewed is shown again', () => {
  const removedStore = createRemovedStore(localStorage);
  removedStore.add(removedNotification);
  expect(removedStore.has(removedNotification)).toBe(true);
  expect(removedStore.has({ ...removedNotification, createdAt: '2026-11-20T12:00:01.000Z' })).toBe(
    false,
  );
});

test('storage with other content removes no notification', () => {
  localStorage.setItem('guilda-avisos-removidos', '{"a":1}');
  expect(createRemovedStore(localStorage).has(removedNotification)).toBe(false);
});
