import { isFreePrice } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';

/** Whether the order was free of charge. */
export const isFreeOrder = ({ price }: Pick<Payment, 'price'>): boolean => isFreePrice(price);

/** Whether the buyer ended the order before its start. */
export const isUndoneByBuyer = ({ steps }: Pick<Payment, 'steps'>): boolean =>
  steps.findLast(({ status }) => status === 'refunded')?.by === 'buyer';

/** Whether a refunded order is called undone: its buyer ended it before the start, or nothing was paid. */
export const isUndone = (order: Pick<Payment, 'price' | 'steps'>): boolean =>
  isFreeOrder(order) || isUndoneByBuyer(order);

/** The price of an order as text: `R$ 45,00`, `Grátis`. */
export const orderPriceText = (order: Pick<Payment, 'price'>): string =>
  isFreeOrder(order) ? 'Grátis' : priceParts(order.price).text;
