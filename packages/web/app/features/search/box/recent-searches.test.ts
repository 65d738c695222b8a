import { beforeEach, expect, test, vi } from 'vitest';
import { forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts';

let storedItems: Map<string, string>;
beforeEach(() => {
  storedItems = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => storedItems.set(key, value),
    removeItem: (key: string) => storedItems.delete(key),
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

test('searches are shown only to the person who made them, however the session ended', () => {
  storedItems.set('uid', 'ana');
  rememberSearch('presente para a Bia');
  storedItems.delete('uid');
  expect(readRecentSearches()).toEqual([]);
  rememberSearch('violão');
  storedItems.set('uid', 'bia');
  expect(readRecentSearches()).toEqual([]);
  rememberSearch('mira');
  expect(readRecentSearches()).toEqual(['mira']);
  storedItems.set('uid', 'ana');
  expect(readRecentSearches()).toEqual([]);
});

test('searches of another person are removed by the first search, and kept until then', () => {
  storedItems.set('uid', 'ana');
  rememberSearch('presente para a Bia');
  storedItems.delete('uid');
  expect(readRecentSearches()).toEqual([]);
  storedItems.set('uid', 'ana');
  expect(readRecentSearches()).toEqual(['presente para a Bia']);
  storedItems.set('uid', 'bia');
  rememberSearch('mira');
  expect(JSON.stringify([...storedItems])).not.toContain('presente');
});

test.each([
  '{',
  '{"a":1}',
  'null',
  '["mira"]',
  '{"uid":null,"texts":"mira"}',
  '{"uid":null,"texts":[1,null]}',
])('the content %s of the storage is ignored', (text) => {
  storedItems.set('guilda-recent-searches', text);
  expect(readRecentSearches()).toEqual([]);
});

test('a browser without storage has no recent searches', () => {
  const refuse = () => {
    throw new Error('denied');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberSearch('mira');
  forgetSearches();
  expect(readRecentSearches()).toEqual([]);
});
