import type { LegalPageValues } from '@guilda/contract/privacy/legal-pages';
import { durationInHoursText } from '../../lib/format/duration-text.ts';

type ClearingRules = Pick<LegalPageValues, 'clearingHours' | 'clearingHoursConfirmed'>;

/** Says when the seller of a completed order can withdraw its money. */
export function clearingText({ clearingHours, clearingHoursConfirmed }: ClearingRules): string {
  const byBuyer =
    clearingHoursConfirmed > 0 ? `em ${durationInHoursText(clearingHoursConfirmed)}` : 'na hora';
  const bySeller = clearingHours > 0 ? `em ${durationInHoursText(clearingHours)}` : 'na hora';
  const lead = 'Quando o atendimento termina, o dinheiro é liberado para quem vendeu';
  if (byBuyer === bySeller) return `${lead} ${byBuyer}.`;
  return `${lead}: ${byBuyer}, se quem comprou confirmou que recebeu; ${bySeller}, se quem vendeu finalizou.`;
}
