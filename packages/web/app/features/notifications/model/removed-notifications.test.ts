import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushOwner } from '../../../lib/push/push-owner.ts';
import { createRemovedStore } from './removed-notifications.ts';

const notice = { id: 'a', createdAt: '2026-11-20T12:00:00.000Z' };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('what is removed and where push reaches are kept apart', () => {
  const removed = createRemovedStore(localStorage);
  pushOwner.set('ana');
  removed.add(notice);
  expect(pushOwner.isFor('ana')).toBe(true);
  pushOwner.set('ana');
  expect(removed.has(notice)).toBe(true);
});

test('one that is renewed shows again', () => {
  const removed = createRemovedStore(localStorage);
  removed.add(notice);
  expect(removed.has(notice)).toBe(true);
  expect(removed.has({ ...notice, createdAt: '2026-11-20T12:00:01.000Z' })).toBe(false);
});

test('storage that holds something else removes nothing', () => {
  localStorage.setItem('guilda-avisos-removidos', '{"a":1}');
  expect(createRemovedStore(localStorage).has(notice)).toBe(false);
});
