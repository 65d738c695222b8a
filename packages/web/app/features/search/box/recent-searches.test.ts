import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

test('the newest eight searches are stored, each once whatever its letter case', () => {
  for (let n = 0; n < 10; n += 1) rememberSearch(`busca ${n}`);
  rememberSearch('BUSCA 5');
  expect(readRecentSearches()).toEqual([
    'BUSCA 5',
    ...[9, 8, 7, 6, 4, 3, 2].map((n) => `busca ${n}`),
  ]);
  forgetSearches();
  expect(readRecentSearches()).toEqual([]);
});

test.each(['{', '{"a":1}', 'null', '[1, null, {"a": 1}]'])(
  'the content %s of the storage is ignored',
  (text) => {
    stored.set('guilda-recent-searches', text);
    expect(readRecentSearches()).toEqual([]);
  },
);

test('a browser without storage has no recent searches', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberSearch('mira');
  forgetSearches();
  expect(readRecentSearches()).toEqual([]);
});
