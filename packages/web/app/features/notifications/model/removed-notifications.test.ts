import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushOwner } from '../../../lib/push/push-owner.ts';
import { createRemovedStore } from './removed-notifications.ts';

const removedNotification = { id: 'a', createdAt: '2026-11-20T12:00:00.000Z' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('the removed notifications of two people are stored separately', () => {
  const removed = createRemovedStore(localStorage);
  pushOwner.set('ana');
  removed.add(removedNotification);
  expect(pushOwner.isFor('ana')).toBe(true);
  pushOwner.set('ana');
  expect(removed.has(removedNotification)).toBe(true);
});

test('a removed notification that is renewed is shown again', () => {
  const removed = createRemovedStore(localStorage);
  removed.add(removedNotification);
  expect(removed.has(removedNotification)).toBe(true);
  expect(removed.has({ ...removedNotification, createdAt: '2026-11-20T12:00:01.000Z' })).toBe(
    false,
  );
});

test('storage with other content removes no notification', () => {
  localStorage.setItem('guilda-avisos-removidos', '{"a":1}');
  expect(createRemovedStore(localStorage).has(removedNotification)).toBe(false);
});
