import type { DecisionAction } from '@guilda/contract/moderation';
import { excerpt } from '../notifications/index.ts';
import type { CaseRow } from './cases-table.ts';

/** UTF-16 units of a message that stand for its title. */
const LENGTH = 60;

const appealed: Readonly<Record<DecisionAction, string>> = {
  hide: 'Recurso: conteúdo ocultado',
  blur: 'Recurso: conteúdo marcado como +18',
  warn: 'Recurso: advertência',
  suspend: 'Recurso: suspensão',
  refund: 'Recurso: reembolso',
};

type Titled = Pick<CaseRow, 'kind' | 'title' | 'message'>;

/** What names a case beside what it says. */
interface Named {
  /** Of the order that support is asked for. */
  readonly purchaseCode: string | null;
  /** What is appealed against. */
  readonly action: DecisionAction | null;
}

/** What a case is headed by: its author's own words where it has a title of theirs. */
export function caseTitle({ kind, title, message }: Titled, { purchaseCode, action }: Named) {
  if (kind === 'support') return `Suporte ${purchaseCode ?? ''}`.trim();
  if (kind === 'appeal') return action === null ? 'Recurso' : appealed[action];
  return title ?? excerpt(message, LENGTH);
}
