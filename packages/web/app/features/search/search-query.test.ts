import { expect, test } from 'vitest';
import { readSearchQuery, searchPath } from './search-query.ts';

test('a query is trimmed and cut to the maximum length of the server', () => {
  expect(readSearchQuery(new URLSearchParams('q=%20mira%20'))).toBe('mira');
  expect(readSearchQuery(new URLSearchParams(''))).toBe('');
  expect(readSearchQuery(new URLSearchParams(`q=${'a'.repeat(300)}`))).toHaveLength(100);
});

test('a text in an address is escaped', () => {
  expect(searchPath('/search', 'R&B?')).toBe('/search?q=R%26B%3F');
  expect(searchPath('/search/users', '')).toBe('/search/users');
});
