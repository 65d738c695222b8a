/** Types of badges with their tooltips, in display order; `docs/product/accounts.md` says who gets which badge. */
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
