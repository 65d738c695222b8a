import type { OrderSide } from '../model/order-side.ts';

/** Query keys of orders and of data that depends on orders. */
export const orderKeys = {
  all: ['orders'],
  lists: ['orders', 'list'],
  list: (role: OrderSide, filter: string, partner: string) =>
    ['orders', 'list', role, filter, partner] as const,
  one: (id: string) => ['orders', 'one', id],
  between: (partner: string) => ['orders', 'between', partner],
  newest: ['orders', 'newest'],
  usualStart: (serviceId: string) => ['orders', 'usual start', serviceId],
  unpaid: ['orders', 'unpaid'],
  review: (id: string) => ['orders', 'review', id],
  overviews: ['sales', 'overview'],
  overview: (days: string) => ['sales', 'overview', days],
} as const;
