import type { LegalPageValues } from '@guilda/contract/legal-pages';
import { hoursText } from '../../lib/format/spans.ts';

type ClearingRules = Pick<LegalPageValues, 'clearingHours' | 'clearingHoursConfirmed'>;

/** How long the money of a completed order is held before its seller can withdraw it, in one or two sentences. */
export function clearingText({ clearingHours, clearingHoursConfirmed }: ClearingRules): string {
  const byBuyer =
    clearingHoursConfirmed > 0 ? `depois de ${hoursText(clearingHoursConfirmed)}` : 'na hora';
  const bySeller = clearingHours > 0 ? `depois de ${hoursText(clearingHours)}` : 'na hora';
  if (byBuyer === bySeller) return `Depois do fim, ele é liberado para quem vendeu ${byBuyer}.`;
  return `Depois do fim, ele é liberado para quem vendeu ${byBuyer}, se foi quem comprou que confirmou, ou ${bySeller}, se foi quem vendeu que finalizou.`;
}
