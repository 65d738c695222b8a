import { describe, expect, it } from 'vitest';
import {
  type OrderFunctions,
  type PaymentProviderHarness,
  unwrapValue,
} from './payment-provider-harness.ts';

/** Tests that each key returns money once, and never more than was paid. */
export function describeRefunds(
  getHarness: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  const refund = (
    payment: { orderId: string; providerPaymentId: string },
    amount: number,
    key: string,
  ) =>
    getHarness().provider.refund({
      orderId: payment.orderId,
      providerPaymentId: payment.providerPaymentId,
      amount,
      idempotencyKey: `${key}-${payment.orderId}`,
    });

  describe('refunds', () => {
    it('refunds everything', async () => {
      const payment = await orders().createPaidOrder();
      expect(unwrapValue(await refund(payment, 4500, 'all')).status).toBe('succeeded');
      expect(await orders().lookUp({ orderId: payment.orderId })).toMatchObject({
        status: 'refunded',
        amountPaid: 4500,
        amountRefunded: 4500,
      });
    });

    it('refunds parts, never more than was paid', async () => {
      const payment = await orders().createPaidOrder();
      unwrapValue(await refund(payment, 1500, 'a'));
      unwrapValue(await refund(payment, 2000, 'b'));
      expect(await refund(payment, 1001, 'c')).toMatchObject({ code: 'payment_processed' });
      expect(await orders().lookUp({ orderId: payment.orderId })).toMatchObject({
        status: 'paid',
        amountRefunded: 3500,
      });
      unwrapValue(await refund(payment, 1000, 'd'));
      expect((await orders().lookUp({ orderId: payment.orderId })).status).toBe('refunded');
      expect(await refund(payment, 1, 'e')).toMatchObject({ code: 'payment_processed' });
    });

    it('makes one refund for one key, however often and fast it is requested', async () => {
      const payment = await orders().createPaidOrder();
      const refunds = await Promise.all(
        Array.from({ length: 20 }, () => refund(payment, 1000, 'k')),
      );
      const [first, ...others] = refunds.map(unwrapValue);
      for (const result of others) expect(result).toEqual(first);
      expect(unwrapValue(await refund(payment, 1000, 'k'))).toEqual(first);
      expect((await orders().lookUp({ orderId: payment.orderId })).amountRefunded).toBe(1000);
    });

    it('never refunds more than was paid, also in a race', async () => {
      const payment = await orders().createPaidOrder();
      const refunds = await Promise.all(
        Array.from({ length: 20 }, (_, index) => refund(payment, 1000, `race-${index}`)),
      );
      expect(refunds.filter(({ ok }) => ok)).toHaveLength(4);
      expect((await orders().lookUp({ orderId: payment.orderId })).amountRefunded).toBe(4000);
    });

    it('refuses a payment that it does not know', async () => {
      const payment = await orders().createPaidOrder();
      const unknownPayment = {
        ...payment,
        providerPaymentId: `${payment.providerPaymentId.slice(0, -4)}0000`,
      };
      expect(await refund(unknownPayment, 100, 'x')).toMatchObject({ code: 'not_found' });
    });
  });
}
