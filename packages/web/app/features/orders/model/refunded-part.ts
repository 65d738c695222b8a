import { parseMoney } from '@guilda/contract/money/money';
import type { Payment } from '@guilda/contract/orders/orders';
import { priceParts } from '../../../ui/text/price-parts.ts';

/**
 * Text of the refunded part of an order's price, such as `R$ 20,00 devolvidos`; null when nothing or everything was
 * refunded.
 */
export function refundedPartText({
  price,
  refundedAmount,
}: Pick<Payment, 'price' | 'refundedAmount'>): string | null {
  const refundedCentavos = parseMoney(refundedAmount) ?? 0;
  const isPartlyRefunded = refundedCentavos > 0 && refundedCentavos < (parseMoney(price) ?? 0);
  return isPartlyRefunded ? `${priceParts(refundedAmount).text} devolvidos` : null;
}
