import type { OrderRole } from '../model/columns.ts';

/** Names of what is cached; everything about orders begins with `orders`. */
export const orderKeys = {
  all: ['orders'],
  lists: ['orders', 'list'],
  list: (role: OrderRole, status: string, partner: string) =>
    ['orders', 'list', role, status, partner] as const,
  one: (id: string) => ['orders', 'one', id],
  between: (partner: string) => ['orders', 'between', partner],
  newest: ['orders', 'newest'],
  review: (id: string) => ['orders', 'review', id],
  overview: (days: string) => ['sales', 'overview', days],
} as const;
