import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { durationInHoursText } from '../../lib/format/duration-text.ts';

type ClearingRules = Pick<LegalPageValues, 'clearingHours' | 'clearingHoursConfirmed'>;

/** One or two sentences that say when the seller of a completed order can withdraw its money. */
export function clearingText({ clearingHours, clearingHoursConfirmed }: ClearingRules): string {
  const byBuyer =
    clearingHoursConfirmed > 0
      ? `depois de ${durationInHoursText(clearingHoursConfirmed)}`
      : 'na hora';
  const bySeller =
    clearingHours > 0 ? `depois de ${durationInHoursText(clearingHours)}` : 'na hora';
  if (byBuyer === bySeller) return `Depois do fim, ele é liberado para quem vendeu ${byBuyer}.`;
  return `Depois do fim, ele é liberado para quem vendeu ${byBuyer}, se foi quem comprou que confirmou, ou ${bySeller}, se foi quem vendeu que finalizou.`;
}
