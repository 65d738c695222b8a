import { describe, expect, it } from 'vitest';
import { safePath } from './return-path.ts';

describe('safePath', () => {
  it.each(['/', '/sales', '/user/settings?aba=conta#dispositivos', '/loginha'])(
    'keeps %s',
    (path) => {
      expect(safePath(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    'sales',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/a b',
    'javascript:alert(1)',
    '/login',
    '/login/callback',
    '/login?x=1',
  ])('goes home instead of %s', (path) => {
    expect(safePath(path)).toBe('/');
  });
});
