import type { PayoutProfile } from '@guilda/contract/payout-profile';
import { dayAndTimeText } from '../../../lib/format/date-text.ts';

type Rest = Pick<PayoutProfile, 'usableFrom' | 'verifiedAt'>;

/**
 * Whether the payout profile still rests after a change; withdrawals are refused until then. The first one never rests,
 * whatever this device's clock says.
 */
export function isResting({ usableFrom, verifiedAt }: Rest, now: Date): boolean {
  return usableFrom !== verifiedAt && Date.parse(usableFrom) > now.getTime();
}

/** Says from when withdrawals are possible again: `Amanhã, 12:09` and `18/11, 20:02`. */
export function restText({ usableFrom }: Pick<Rest, 'usableFrom'>, now: Date): string {
  const moment = new Date(usableFrom);
  const tomorrow = new Date(now);
  tomorrow.setDate(now.getDate() + 1);
  const text = dayAndTimeText(moment, now);
  const isTomorrow = moment.toDateString() === tomorrow.toDateString();
  const when = isTomorrow ? text.replace(/^[^,]+/, 'amanhã') : text.replace('Hoje', 'hoje');
  return `Você mudou quem recebe. Por segurança, dá para sacar a partir de ${when}.`;
}
