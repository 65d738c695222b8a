import type { DecisionAction } from '@guilda/contract/moderation/moderation';
import { excerptOf } from '../../notifications/index.ts';
import type { CaseRow } from './cases-table.ts';

/** Maximum length of a title made from the message of a case without a title, in UTF-16 units. */
const MAX_TITLE_LENGTH = 60;

const appealTitles: Readonly<Record<DecisionAction, string>> = {
  hide: 'Recurso: conteúdo ocultado',
  blur: 'Recurso: conteúdo marcado como +18',
  warn: 'Recurso: advertência',
  suspend: 'Recurso: suspensão',
  refund: 'Recurso: reembolso',
  require_age: 'Recurso: confirmação de idade',
};

type CaseText = Pick<CaseRow, 'kind' | 'title' | 'message'>;

interface CaseReferences {
  /** Purchase code of the order in a support request. */
  readonly purchaseCode: string | null;
  /** Action of the decision that an appeal is against. */
  readonly action: DecisionAction | null;
}

/** The title of a case: the title that its author wrote, or one derived from the kind of case. */
export function caseTitleOf(
  { kind, title, message }: CaseText,
  { purchaseCode, action }: CaseReferences,
) {
  if (kind === 'support') return `Suporte ${purchaseCode ?? ''}`.trim();
  if (kind === 'appeal') return action === null ? 'Recurso' : appealTitles[action];
  return title ?? excerptOf(message, MAX_TITLE_LENGTH);
}
