import type { DependencyHealth, HealthState } from '@guilda/contract/health';
import { expect, it } from 'vitest';
import { buildText, healthSummaryText, responseTimeText, sortByUrgency } from './health.ts';

const one = (name: DependencyHealth['name'], state: HealthState): DependencyHealth => ({
  ...{ name, state, since: '2026-11-22T12:00:00.000Z', ms: null, text: '', facts: [] },
});

it('puts what wants a person first, and the rest as it came', () => {
  const all = [
    one('database', 'ok'),
    one('redis', 'not_configured'),
    one('queue', 'slow'),
    one('mail', 'failing'),
    one('clock', 'ok'),
  ];
  expect(sortByUrgency(all).map(({ name }) => name)).toEqual([
    'mail',
    'queue',
    'database',
    'clock',
    'redis',
  ]);
});

it.each([
  [['ok', 'not_configured'], 'Tudo funciona'],
  [['ok', 'slow'], '1 pede atenção'],
  [['failing', 'slow', 'slow'], '1 com problema, 2 pedem atenção'],
] as const)('says %o in a sentence', (states, text) => {
  expect(healthSummaryText(states.map((state) => one('database', state)))).toBe(text);
});

it.each([
  [['ok'], 'Da última vez tudo funcionava'],
  [['failing', 'ok'], 'Da última vez: 1 com problema'],
] as const)('does not call %o of a look before the last one the present', (states, text) => {
  const seen = states.map((state) => one('database', state));
  expect(healthSummaryText(seen, true)).toBe(text);
});

it.each([
  ['1a2b3c4d'.repeat(5), 'Guilda 0.2.0 (1a2b3c4d)'],
  [`${'1a2b3c4d'.repeat(5)}-dirty`, 'Guilda 0.2.0 (1a2b3c4d-dirty)'],
  ['unknown', 'Guilda 0.2.0'],
])('names the build of commit %s', (commit, text) => {
  expect(buildText({ version: '0.2.0', commit })).toBe(text);
});

it('says that something answered only where it did', () => {
  expect(responseTimeText('ok', 43)).toBe('respondeu em 43\u00a0ms');
  expect(responseTimeText('failing', 3_000)).toBe('esperou 3.000\u00a0ms');
});
