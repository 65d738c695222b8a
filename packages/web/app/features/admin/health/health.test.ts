import type { DependencyHealth, HealthState } from '@guilda/contract/health';
import { expect, it } from 'vitest';
import { buildText, healthSummaryText, responseTimeText, sortByUrgency } from './health.ts';

const buildDependency = (name: DependencyHealth['name'], state: HealthState): DependencyHealth => ({
  ...{ name, state, since: '2026-11-22T12:00:00.000Z', ms: null, text: '', facts: [] },
});

it('dependencies that need attention come first, and the others keep their order', () => {
  const dependencies = [
    buildDependency('database', 'ok'),
    buildDependency('redis', 'not_configured'),
    buildDependency('queue', 'slow'),
    buildDependency('mail', 'failing'),
    buildDependency('clock', 'ok'),
  ];
  expect(sortByUrgency(dependencies).map(({ name }) => name)).toEqual([
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
] as const)('the summary of %o is a sentence', (states, text) => {
  expect(healthSummaryText(states.map((state) => buildDependency('database', state)))).toBe(text);
});

it.each([
  [['ok'], 'Da última vez tudo funcionava'],
  [['failing', 'ok'], 'Da última vez: 1 com problema'],
] as const)(
  'the summary of an earlier check says that %o is not the current state',
  (states, text) => {
    const dependencies = states.map((state) => buildDependency('database', state));
    expect(healthSummaryText(dependencies, true)).toBe(text);
  },
);

it.each([
  ['1a2b3c4d'.repeat(5), 'Guilda 0.2.0 (1a2b3c4d)'],
  [`${'1a2b3c4d'.repeat(5)}-dirty`, 'Guilda 0.2.0 (1a2b3c4d-dirty)'],
  ['unknown', 'Guilda 0.2.0'],
])('the text of the build names the commit %s', (commit, text) => {
  expect(buildText({ version: '0.2.0', commit })).toBe(text);
});

it('the text of a dependency says that it answered only if it did', () => {
  expect(responseTimeText('ok', 43)).toBe('respondeu em 43\u00a0ms');
  expect(responseTimeText('failing', 3_000)).toBe('esperou 3.000\u00a0ms');
});
