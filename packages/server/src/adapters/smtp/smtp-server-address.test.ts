import { describe, expect, it } from 'vitest';
import { parseSmtpUrl } from './smtp-server-address.ts';

describe('the address of a mail server', () => {
  it.each([
    ['smtps://mail.example', { host: 'mail.example', port: 465, secure: true, login: null }],
    ['smtp://mail.example', { port: 587, secure: false, loopback: false }],
    ['smtp://mail.example:2525', { port: 2525 }],
    [
      'smtps://ana%40x.example:a%2Fb%3A@h.example',
      { login: { user: 'ana@x.example', pass: 'a/b:' } },
    ],
    ['smtps://ana:100%@h.example', { login: { user: 'ana', pass: '100%' } }],
    ['smtp://localhost', { loopback: true }],
    ['smtp://127.0.0.1:25', { loopback: true, port: 25 }],
    ['smtp://[::1]:25', { loopback: true, host: '::1' }],
    ['smtp://localhost.evil.example', { loopback: false }],
    ['smtp://127.0.0.1.evil.example', { loopback: false }],
  ])('is parsed: %s', (url, parts) => {
    expect(parseSmtpUrl(url)).toMatchObject(parts);
  });

  it('is parsed without the settings in its query', () => {
    expect(parseSmtpUrl('smtps://h.example/?tls.rejectUnauthorized=false')).toEqual(
      parseSmtpUrl('smtps://h.example'),
    );
  });

  it.each(['https://h.example', 'smtp:', 'mail.example', ''])('is refused: %j', (url) => {
    expect(() => parseSmtpUrl(url)).toThrow(TypeError);
  });
});
