import { describe, expect, it } from 'vitest';
import { referrerOnSite, safeReturnPath } from './return-path.ts';

describe('safeReturnPath', () => {
  it.each(['/', '/sales', '/user/settings?aba=conta#dispositivos', '/loginha'])(
    'keeps %s',
    (path) => {
      expect(safeReturnPath(path)).toBe(path);
    },
  );

  it.each([
    null,
    '',
    'sales',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    '\n//elsewhere.example',
    '/\r\n/elsewhere.example',
    '/\u2028/elsewhere.example',
    '/a b',
    'javascript:alert(1)',
    '/login',
    '/login/callback',
    '/login?x=1',
  ])('returns the home page instead of %s', (path) => {
    expect(safeReturnPath(path)).toBe('/');
  });
});

describe('referrerOnSite', () => {
  const loginUrl = 'https://guilda.example/login';

  it('is the page of this site with the pressed link', () => {
    const referrer = 'https://guilda.example/service/1?novo=servico';
    expect(referrerOnSite({ documentUrl: loginUrl, referrer })?.href).toBe(referrer);
  });

  it.each([
    ['no link', loginUrl, ''],
    ['another site', loginUrl, 'https://elsewhere.example/a'],
    ['a document loaded elsewhere', 'https://guilda.example/', 'https://guilda.example/a'],
    ['the login itself', loginUrl, 'https://guilda.example/login/callback'],
  ])('is null for %s', (_, documentUrl, referrer) => {
    expect(referrerOnSite({ documentUrl, referrer })).toBeNull();
  });
});
