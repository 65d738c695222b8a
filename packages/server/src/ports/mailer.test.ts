import { describe, expect, test } from 'vitest';
import { assertMail, toSingleLine } from './mailer.ts';

const testMail = {
  id: '0192-ab',
  to: 'equipe@guilda.example',
  subject: 'Denúncia: golpe',
  text: 'a',
  html: '<p>a</p>',
};

describe('assertMail', () => {
  test('accepts a well-formed mail', () => {
    expect(() => assertMail(testMail)).not.toThrow();
  });

  test.each([
    { subject: 'a\r\nBcc: x@evil.example' },
    { subject: 'a\nb' },
    { subject: 'a\u2028b' },
    { subject: 'a\u0000' },
    { subject: '' },
    { subject: 'x'.repeat(301) },
    { to: 'a@b.example\r\nBcc: x@evil.example' },
    { to: 'a@b.example, x@evil.example' },
    { to: 'A <a@b.example>' },
    { to: 'nobody' },
    { to: '' },
    { id: '../../etc' },
    { id: 'A' },
    { id: '' },
  ])('refuses %j', (mailFields) => {
    expect(() => assertMail({ ...testMail, ...mailFields })).toThrow(TypeError);
  });
});

describe('toSingleLine', () => {
  test.each([
    ['a\r\nBcc: x@evil.example', 'a Bcc: x@evil.example'],
    [' a\t\u0000\u2029 b ', 'a b'],
    ['Olá 👋🏽', 'Olá 👋🏽'],
  ])('turns %j into one line', (text, expected) => {
    expect(toSingleLine(text)).toBe(expected);
    expect(() => assertMail({ ...testMail, subject: toSingleLine(text) })).not.toThrow();
  });

  test('cuts a long text between characters', () => {
    expect(toSingleLine('👋'.repeat(10), 5)).toBe('👋👋👋👋…');
    expect(toSingleLine('x'.repeat(5), 5)).toBe('xxxxx');
  });
});
