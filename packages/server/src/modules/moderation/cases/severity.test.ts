import { severities } from '@guilda/contract/moderation/severity';
import { expect, test } from 'vitest';
import { OVERDUE_RANK, severityOfNewCase, severityOfRank, severityRank } from './severity.ts';

test.each([
  [{ kind: 'report' }, 'normal'],
  [{ kind: 'report', adult: true }, 'high'],
  [{ kind: 'report', minor: true }, 'urgent'],
  [{ kind: 'report', minor: true, adult: true }, 'urgent'],
  [{ kind: 'appeal', appealedAction: 'suspend' }, 'high'],
  [{ kind: 'appeal', appealedAction: 'warn' }, 'normal'],
  [{ kind: 'support' }, 'normal'],
  [{ kind: 'feedback' }, 'low'],
] as const)('%j is %s', (facts, severity) => {
  expect(severityOfNewCase(facts)).toBe(severity);
});

test('is stored as a number and read back unchanged', () => {
  for (const severity of severities) expect(severityOfRank(severityRank[severity])).toBe(severity);
  expect(severityOfRank(OVERDUE_RANK)).toBe('urgent');
  for (const rank of [0, OVERDUE_RANK + 1]) expect(() => severityOfRank(rank)).toThrow();
});
