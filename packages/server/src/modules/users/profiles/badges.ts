import type { Badge } from '@guilda/contract/badges';
import type { UserRow } from '../users-table.ts';

const DAY_MS = 86_400_000;

export type BadgeInput = Pick<
  UserRow,
  'role' | 'createdAt' | 'discordId' | 'completedSales' | 'topContributor' | 'supporter'
>;

function ageBadgeOf(createdAt: Date, now: Date): Badge {
  const days = (now.getTime() - createdAt.getTime()) / DAY_MS;
  if (days >= 365) return 'over-a-year';
  return days >= 30 ? 'over-a-month' : 'newbie';
}

/** The badges of a person (docs/product/accounts.md). Of the badges for account age only the highest is returned. */
export function badgesOf(facts: BadgeInput, now: Date): Badge[] {
  const earned: Badge[] = [];
  if (facts.role === 'admin') earned.push('admin');
  if (facts.discordId !== null && facts.completedSales > 0) earned.push('verified');
  if (facts.topContributor) earned.push('top-contributor');
  if (facts.supporter) earned.push('supporter');
  earned.push(ageBadgeOf(facts.createdAt, now));
  return earned;
}
