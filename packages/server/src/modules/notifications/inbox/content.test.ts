import { describe, expect, it } from 'vitest';
import { type NotificationContent, notificationText } from './content.ts';
import { excerptOf } from './excerpt.ts';

const buildNotificationContent = (columns: Partial<NotificationContent>): NotificationContent => ({
  type: 'like',
  content: '',
  senderName: 'Bia',
  peopleCount: 1,
  title: null,
  quote: null,
  ...columns,
});

describe('the text of a notification', () => {
  it.each([
    [{ title: 'Subi de elo' }, 'Bia curtiu sua publicação “Subi de elo”.'],
    [{ title: null }, 'Bia curtiu sua publicação.'],
    [{ peopleCount: 2 }, 'Bia e mais 1 pessoa curtiram sua publicação.'],
    [
      { peopleCount: 4, title: 'Subi de elo' },
      'Bia e mais 3 pessoas curtiram sua publicação “Subi de elo”.',
    ],
    [{ type: 'comment', quote: 'Boa!' }, 'Bia comentou na sua publicação: “Boa!”'],
    [{ type: 'comment' }, 'Bia comentou na sua publicação.'],
    [
      { type: 'comment', peopleCount: 3, quote: 'Boa!' },
      'Bia e mais 2 pessoas comentaram na sua publicação: “Boa!”',
    ],
    [{ type: 'call' }, 'Ligação perdida de Bia.'],
    [{ type: 'message', content: 'Oi!' }, 'Oi!'],
  ])('%o', (columns, content) => {
    expect(notificationText(buildNotificationContent(columns))).toBe(content);
  });

  it('quotes about sixty characters of a comment', () => {
    const content = notificationText(
      buildNotificationContent({ type: 'comment', quote: 'palavra '.repeat(30) }),
    );
    expect(content).toMatch(/^Bia comentou na sua publicação: “(palavra ){7}pal…”$/);
  });
});

describe('an excerpt', () => {
  it.each([
    ['curto', 10, 'curto'],
    ['duas\n\n linhas', 20, 'duas linhas'],
    ['0123456789x', 10, '012345678…'],
    ['01234567 9x', 10, '01234567…'],
    // An emoji has two UTF-16 units, and a family emoji has more; an emoji must not be cut in the middle.
    ['01234567😀x', 10, '01234567…'],
    ['0123👩‍👧xx', 8, '0123👩…'],
  ])('of %j in %i', (text, length, expected) => {
    expect(excerptOf(text, length)).toBe(expected);
    expect(expected.length).toBeLessThanOrEqual(length);
  });
});
