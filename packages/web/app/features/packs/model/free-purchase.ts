import { parseMoney } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';

/** Whether the pack was ordered free of charge. */
export const isFreePurchase = ({ price }: Pick<Payment, 'price'>): boolean =>
  parseMoney(price) === 0;
