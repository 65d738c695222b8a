import { expect, test } from 'vitest';
import { createLagTracker, parseLogPosition } from './lag.ts';

test('positions are compared as numbers', () => {
  expect(parseLogPosition('0/FFFFFFFF') + 1n).toBe(parseLogPosition('1/0'));
  expect(parseLogPosition('A/0')).toBeGreaterThan(parseLogPosition('9/FFFFFFFF'));
});

test('the time of a replica is that of the latest position of the primary that it has replayed', () => {
  const lag = createLagTracker(5_000);
  expect(lag.replayedUntil('0/10')).toBeNull();
  lag.primaryAt(1_000, '0/10');
  lag.primaryAt(2_000, '0/20');
  expect(lag.replayedUntil('0/F')).toBeNull();
  expect(lag.replayedUntil('0/1F')).toBe(1_000);
  expect(lag.replayedUntil('0/20')).toBe(2_000);
});

test('a replica of a primary without commits stays up to date', () => {
  const lag = createLagTracker(5_000);
  for (const at of [1_000, 60_000, 120_000]) lag.primaryAt(at, '0/20');
  expect(lag.replayedUntil('0/20')).toBe(120_000);
});

test('positions that are too old to matter are removed', () => {
  const lag = createLagTracker(5_000);
  lag.primaryAt(1_000, '0/10');
  lag.primaryAt(6_001, '0/20');
  expect(lag.replayedUntil('0/10')).toBeNull();
});
