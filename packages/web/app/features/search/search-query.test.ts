import { expect, test } from 'vitest';
import { readQuery, searchPath } from './search-query.ts';

test('a query is trimmed and no longer than the server takes', () => {
  expect(readQuery(new URLSearchParams('q=%20mira%20'))).toBe('mira');
  expect(readQuery(new URLSearchParams(''))).toBe('');
  expect(readQuery(new URLSearchParams(`q=${'a'.repeat(300)}`))).toHaveLength(100);
});

test('a text in an address is escaped', () => {
  expect(searchPath('/search', 'R&B?')).toBe('/search?q=R%26B%3F');
  expect(searchPath('/search/users', '')).toBe('/search/users');
});
