import type { PayoutProfile } from '@guilda/contract/money/payout-profile';
import { timeInSentence } from '../../../lib/format/date-text.ts';

/**
 * Says from when withdrawals are possible again after a change of the payout profile; null when there is no wait. A
 * first profile has no wait: its two times are equal, so this device's clock does not matter.
 */
export function withdrawalRestText(
  { usableFrom, verifiedAt }: Pick<PayoutProfile, 'usableFrom' | 'verifiedAt'>,
  now: Date,
): string | null {
  const usableAt = new Date(usableFrom);
  if (usableFrom === verifiedAt || usableAt <= now) return null;
  return `Você mudou quem recebe. Por segurança, dá para sacar a partir de ${timeInSentence(usableAt, now)}.`;
}
