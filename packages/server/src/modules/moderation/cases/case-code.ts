import type { CaseKind } from '@guilda/contract/moderation';

const codePrefixes = { report: 'DEN', appeal: 'REC', support: 'SUP', feedback: 'FDB' } as const;

/** The code of a case, such as `DEN-0418`. */
export function caseCodeOf(kind: CaseKind, number: number): string {
  return `${codePrefixes[kind]}-${String(number).padStart(4, '0')}`;
}
