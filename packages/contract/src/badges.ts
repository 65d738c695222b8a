/**
 * Badge types with their tooltips, in display order; who gets one is in `docs/product/accounts.md`.
 */
export const badgeTooltips = {
  admin: 'Admin',
  verified: 'Verificado',
  'top-contributor': 'Top Contribuidor',
  supporter: 'Apoiador',
  'over-a-year': 'Membro há mais de 1 ano',
  'over-a-month': 'Membro há mais de 1 mês',
  newbie: 'Novato',
} as const;

export type Badge = keyof typeof badgeTooltips;

export const badges = Object.keys(badgeTooltips) as [Badge, ...Badge[]];
