import { checkedFinding, type Finding } from '../platform/findings.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Largest accepted difference of clocks, in ms: sign-in refuses tokens signed further in the future than this; other
 * services tolerate more.
 */
const MAX_CLOCK_DIFFERENCE_MS = 10_000;

/**
 * Compares the clock of this machine with that of another machine.
 * @param otherName name of the other machine in Portuguese, printed after "este computador e"
 * @param dateHeader `Date` header of the other machine, in whole seconds; no finding without one
 */
export function clockFindings(
  otherName: string,
  dateHeader: string | null,
  clock: Clock,
): Finding[] {
  const otherTime = Date.parse(dateHeader ?? '');
  if (Number.isNaN(otherTime)) return [];
  const differenceMs = Math.abs(otherTime - clock.now().getTime());
  return [
    checkedFinding(
      differenceMs <= MAX_CLOCK_DIFFERENCE_MS,
      `Este computador e ${otherName} marcam a mesma hora.`,
      `Este computador e ${otherName} divergem ${Math.round(differenceMs / 1_000)} s: quem confere a hora passa a recusar.`,
      'Ligue o NTP: timedatectl set-ntp true.',
    ),
  ];
}
