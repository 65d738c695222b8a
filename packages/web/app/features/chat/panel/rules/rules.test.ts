import { expect, test } from 'vitest';
import { timeOfDayText } from '../../../../lib/format/date-text.ts';
import type { ChatItem } from '../../model/views/views.ts';
import { messageDayLabel, msUntilMidnight } from './days.ts';
import { previewText } from './preview.ts';
import { buildLogRows, type MessageListRow } from './rows.ts';
import { messageStateTexts, unreadLabel } from './words.ts';

const testNow = new Date(2026, 2, 1, 9, 30);

let itemCount = 0;
function messageItem(senderId: string, instant: Date, overrides: Partial<ChatItem> = {}): ChatItem {
  itemCount += 1;
  const state = senderId === 'eu' ? 'sent' : 'received';
  const sentAt = instant.toISOString();
  return {
    id: `m${itemCount}`,
    senderId,
    message: 'Oi',
    sentAt,
    seq: itemCount,
    state,
    reason: null,
    system: false,
    ...overrides,
  };
}
const todayAt = (hour: number, minute: number, second = 0) =>
  new Date(2026, 2, 1, hour, minute, second);

const messageRowsOf = (items: ChatItem[]) =>
  buildLogRows(items, 'eu', testNow).filter((row): row is MessageListRow => row.kind === 'message');

test('a preview is cut at 15 characters and ends with an ellipsis', () => {
  expect(previewText('Faltou lenha.')).toBe('Faltou lenha.');
  expect(previewText('Exatas15letras!')).toBe('Exatas15letras!');
  expect(previewText('Exatas15letras!!')).toBe('Exatas15letras!...');
  expect(previewText('Fechou, te mando amanhã')).toBe('Fechou, te mand...');
});

test('a preview stays on one line and cuts no character in half', () => {
  expect(previewText('  uma\n\nduas  ')).toBe('uma duas');
  const familyEmoji = '👨‍👩‍👧';
  expect(previewText(familyEmoji.repeat(16))).toBe(`${familyEmoji.repeat(15)}...`);
  expect(previewText('')).toBe('');
});

test('days are today, yesterday or their date, by the calendar', () => {
  expect(messageDayLabel(todayAt(0, 0), testNow)).toBe('Hoje');
  expect(messageDayLabel(new Date(2026, 1, 28, 23, 59), testNow)).toBe('Ontem');
  expect(messageDayLabel(new Date(2026, 1, 27, 23, 59), testNow)).toBe('27/02/2026');
  expect(messageDayLabel(new Date(2025, 10, 8, 9, 30), testNow)).toBe('08/11/2025');
  expect(messageDayLabel(new Date(2025, 2, 1, 9, 30), testNow)).toBe('01/03/2025');
});

test('yesterday is recognised across the turn of a year', () => {
  expect(messageDayLabel(new Date(2025, 11, 31, 12), new Date(2026, 0, 1, 0, 1))).toBe('Ontem');
});

test('times have two digits each, and midnight is 00', () => {
  expect(timeOfDayText(todayAt(9, 5))).toBe('09:05');
  expect(timeOfDayText(todayAt(0, 0))).toBe('00:00');
  expect(timeOfDayText(todayAt(23, 59))).toBe('23:59');
});

test('the next midnight is computed to the millisecond', () => {
  expect(msUntilMidnight(new Date(2026, 2, 1, 23, 59, 59, 250))).toBe(750);
  expect(msUntilMidnight(new Date(2026, 2, 1))).toBe(24 * 3600_000);
});

test('each day has one separator above its first message', () => {
  const items = [
    messageItem('eu', new Date(2026, 1, 27, 12)),
    messageItem('ana', new Date(2026, 1, 28, 23, 59)),
    messageItem('ana', todayAt(0, 1)),
    messageItem('eu', todayAt(9, 0)),
  ];
  const labelsAndIds = buildLogRows(items, 'eu', testNow).map((row) =>
    row.kind === 'day' ? row.label : row.item.id,
  );
  const [a, b, c, d] = items.map(({ id }) => id);
  expect(labelsAndIds).toEqual(['27/02/2026', a, 'Ontem', b, 'Hoje', c, d]);
});

test('messages of one person within five minutes are grouped, but not across midnight', () => {
  const rows = messageRowsOf([
    messageItem('ana', new Date(2026, 1, 28, 23, 58)),
    messageItem('ana', todayAt(0, 1)),
    messageItem('ana', todayAt(0, 5, 59)),
    messageItem('ana', todayAt(0, 10, 59)),
    messageItem('eu', todayAt(0, 11)),
  ]);
  expect(rows.map(({ continuesGroup }) => continuesGroup)).toEqual([
    false,
    false,
    true,
    false,
    false,
  ]);
  expect(rows.map(({ isOwn }) => isOwn)).toEqual([false, false, false, false, true]);
});

test('messages with the same time and state show them once', () => {
  const rows = messageRowsOf([
    messageItem('eu', todayAt(8, 0, 1)),
    messageItem('eu', todayAt(8, 0, 2)),
    messageItem('eu', todayAt(8, 1)),
    messageItem('eu', todayAt(8, 1, 1), { state: 'sending' }),
    messageItem('eu', todayAt(8, 1, 2), { state: 'failed' }),
    messageItem('eu', todayAt(8, 1, 3), { state: 'failed' }),
  ]);
  expect(rows.map(({ repeatedBelow }) => repeatedBelow)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('every state of an own message has a text, and messages of others have none', () => {
  expect(messageStateTexts.received).toBeNull();
  for (const state of ['queued', 'sending', 'sent', 'read', 'failed'] as const) {
    expect(messageStateTexts[state]).toMatch(/\w/);
  }
});

test('counts use singular and plural', () => {
  expect(unreadLabel(1)).toBe('1 não lida');
  expect(unreadLabel(99)).toBe('99 não lidas');
  expect(unreadLabel(100)).toBe('mais de 99 não lidas');
});
