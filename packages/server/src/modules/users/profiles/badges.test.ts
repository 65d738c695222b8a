import { describe, expect, it } from 'vitest';
import { badgesOf } from './badges.ts';

const now = new Date('2026-11-20T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const noBadgeFacts = {
  role: 'user',
  createdAt: daysAgo(1),
  discordId: null,
  completedSales: 0,
  topContributor: false,
  supporter: false,
} as const;

describe('badgesOf', () => {
  it.each([
    [29, 'newbie'],
    [30, 'over-a-month'],
    [364, 'over-a-month'],
    [365, 'over-a-year'],
  ])('after %i days shows only %s', (days, badge) => {
    expect(badgesOf({ ...noBadgeFacts, createdAt: daysAgo(days) }, now)).toEqual([badge]);
  });

  it('verifies only with Discord and a completed sale', () => {
    expect(badgesOf({ ...noBadgeFacts, discordId: '1' }, now)).toEqual(['newbie']);
    expect(badgesOf({ ...noBadgeFacts, completedSales: 3 }, now)).toEqual(['newbie']);
    expect(badgesOf({ ...noBadgeFacts, discordId: '1', completedSales: 1 }, now)).toEqual([
      'verified',
      'newbie',
    ]);
  });

  it('shows every earned badge', () => {
    const allBadgeFacts = {
      ...noBadgeFacts,
      role: 'admin',
      topContributor: true,
      supporter: true,
    } as const;
    expect(badgesOf(allBadgeFacts, now)).toEqual([
      'admin',
      'top-contributor',
      'supporter',
      'newbie',
    ]);
  });
});
