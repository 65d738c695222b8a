import { isFreePrice } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';

/** Whether the order was free of charge. */
export const isFreeOrder = ({ price }: Pick<Payment, 'price'>): boolean => isFreePrice(price);

/**
 * Whether a refunded order is called undone: nothing was paid, or its buyer ended it before the start. Other refunds
 * come from the seller, the team or the provider.
 */
export const isUndone = (order: Pick<Payment, 'price' | 'steps'>): boolean =>
  isFreeOrder(order) || order.steps.findLast(({ status }) => status === 'refunded')?.by === 'buyer';

/** The price of an order as text: `R$ 45,00`, `Grátis`. */
export const orderPriceText = (order: Pick<Payment, 'price'>): string =>
  isFreeOrder(order) ? 'Grátis' : priceParts(order.price).text;
