import { expect, test } from 'vitest';
import { shortTimeText } from './short-time.ts';

const testNow = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  [-5, '1s'],
  [0, '1s'],
  [12, '12s'],
  [59, '59s'],
  [60, '1m'],
  [59 * 60 + 59, '59m'],
  [3600, '1h'],
  [86_399, '23h'],
  [86_400, '1d'],
  [400 * 86_400, '400d'],
])('a time %i s ago is shown as %s', (seconds, text) => {
  expect(shortTimeText(testNow - seconds * 1000, testNow)).toBe(text);
});
