import type { Badge } from '@guilda/contract/accounts/badges';
import type { UserRow } from '../users-table.ts';

const DAY_MS = 86_400_000;

export type BadgeInput = Pick<
  UserRow,
  'role' | 'createdAt' | 'discordId' | 'completedSales' | 'topContributor' | 'supporter'
>;

function ageBadgeOf(createdAt: Date, now: Date): Badge {
  const accountDays = (now.getTime() - createdAt.getTime()) / DAY_MS;
  if (accountDays >= 365) return 'over-a-year';
  return accountDays >= 30 ? 'over-a-month' : 'newbie';
}

/** The badges of a person (docs/product/accounts.md). Of the badges for account age only the highest is returned. */
export function badgesOf(facts: BadgeInput, now: Date): Badge[] {
  const earnedBadges: Badge[] = [];
  if (facts.role === 'admin') earnedBadges.push('admin');
  if (facts.discordId !== null && facts.completedSales > 0) earnedBadges.push('verified');
  if (facts.topContributor) earnedBadges.push('top-contributor');
  if (facts.supporter) earnedBadges.push('supporter');
  earnedBadges.push(ageBadgeOf(facts.createdAt, now));
  return earnedBadges;
}
