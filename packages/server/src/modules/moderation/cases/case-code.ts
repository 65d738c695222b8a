import { limits } from '@guilda/contract/limits';
import type { CaseKind } from '@guilda/contract/moderation/moderation';

const codePrefixes = { report: 'DEN', appeal: 'REC', support: 'SUP', feedback: 'FDB' } as const;

const DAY_MS = 86_400_000;

/** Time by which the team must have answered a case that was submitted at the given time. */
export const answerTimeOf = (createdAt: Date): string =>
  new Date(createdAt.getTime() + limits.answerDays * DAY_MS).toISOString();

/** The code of a case, such as `DEN-0418`. */
export function caseCodeOf(kind: CaseKind, caseNumber: number): string {
  return `${codePrefixes[kind]}-${String(caseNumber).padStart(4, '0')}`;
}
