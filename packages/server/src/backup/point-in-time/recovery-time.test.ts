import { expect, it } from 'vitest';
import { chooseBackup, parseRecoveryTime } from './recovery-time.ts';

const now = new Date('2026-11-28T21:00:00Z');

it.each([
  ['2026-11-28T20:30:00Z', '2026-11-28T20:30:00.000Z'],
  ['2026-11-28T17:30:00-03:00', '2026-11-28T20:30:00.000Z'],
  ['2026-11-28T20:30:00.250Z', '2026-11-28T20:30:00.250Z'],
])('reads the time %s', (text, time) => {
  expect(parseRecoveryTime(text, now).toISOString()).toBe(time);
});

it.each([
  'ontem',
  '2026-11-28',
  '2026-11-28T20:30:00',
  '2026-02-30T10:00:00Z',
  '28/11/2026 20:30',
  '',
])('refuses the time %j, with an example', (text) => {
  expect(() => parseRecoveryTime(text, now)).toThrow(/^--at não é uma hora com fuso: .* Use 2026-/);
});

it('refuses a time in the future', () => {
  expect(() => parseRecoveryTime('2026-11-28T21:00:01Z', now)).toThrow(/ainda não chegou\.$/);
});

it('chooses the newest backup that ended before the time', () => {
  const backups = ['2026-11-26', '2026-11-27', '2026-11-28'].map((day) => ({
    label: day,
    finishedAt: new Date(`${day}T02:00:00Z`),
    postgresVersion: '15',
  }));
  const labelAt = (time: string) => chooseBackup({ name: 'guilda', backups }, new Date(time)).label;
  expect(labelAt('2026-11-28T01:59:59Z')).toBe('2026-11-27');
  expect(labelAt('2026-11-28T02:00:00Z')).toBe('2026-11-28');
  expect(() => labelAt('2026-11-26T01:00:00Z')).toThrow(/a cópia mais antiga é de 26\/11\/2026/);
});
