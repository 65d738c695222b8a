import { parseMoney } from '@guilda/contract/money';
import type { Payment } from '@guilda/contract/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';

/** What of an order's price went back to the buyer, such as `R$ 20,00 devolvidos`; null for nothing and for all of it. */
export function refundedPartText({
  price,
  refundedAmount,
}: Pick<Payment, 'price' | 'refundedAmount'>): string | null {
  const refunded = parseMoney(refundedAmount) ?? 0;
  const partly = refunded > 0 && refunded < (parseMoney(price) ?? 0);
  return partly ? `${priceParts(refundedAmount).text} devolvidos` : null;
}
