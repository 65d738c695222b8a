import { describe, expect, it } from 'vitest';
import { chargedBackAmount } from '../../src/ports/payment-provider.ts';
import {
  expectSameSecond,
  type OrderFunctions,
  type PaymentProviderHarness,
  unwrapValue,
} from './payment-provider-harness.ts';

const DAY_MS = 86_400_000;

/** Tests that chargebacks are distinguished from refunds. */
export function describeChargebacks(
  getHarness: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  const refund = (payment: { orderId: string; providerPaymentId: string }, amount: number) =>
    getHarness().provider.refund({
      orderId: payment.orderId,
      providerPaymentId: payment.providerPaymentId,
      amount,
      idempotencyKey: `cb-${payment.orderId}`,
    });

  /** Looks up the payment that the newest webhook names; returns its record. */
  const lookUpNewestWebhook = async () => {
    const event = unwrapValue(
      await getHarness().provider.parseWebhook(await getHarness().lastWebhook()),
    );
    if (event.ref === null) throw new Error('the notification leads nowhere');
    return orders().lookUp(event.ref);
  };

  describe('chargebacks', () => {
    it('are absent while the bank has opened none', async () => {
      const payment = await orders().createPaidOrder();
      expect((await orders().lookUp({ orderId: payment.orderId })).chargebacks).toBeUndefined();
    });

    it.each(['card', 'pix'] as const)(
      'of a payment by %s are reported at once, and are no refund',
      async (method) => {
        const { orderId } = await orders().createPaidOrder(method);
        await getHarness().bank({ orderId }, 'open');
        const record = await lookUpNewestWebhook();
        expect(record).toMatchObject({
          orderId,
          status: 'paid',
          amountPaid: 4500,
          amountRefunded: 0,
        });
        expect(record.chargebacks).toMatchObject([{ kind: method, amount: 4500, status: 'open' }]);
        expect(chargedBackAmount(record)).toBe(4500);
      },
    );

    it('contain the time until which evidence is accepted', async () => {
      const { orderId } = await orders().createPaidOrder('card');
      await getHarness().bank({ orderId }, 'open');
      const [chargeback] = (await orders().lookUp({ orderId })).chargebacks ?? [];
      expectSameSecond(
        chargeback?.evidenceBy ?? null,
        new Date(getHarness().now().getTime() + 7 * DAY_MS),
      );
    });

    it('keep their id through every status, and take nothing when they are won', async () => {
      const { orderId } = await orders().createPaidOrder('card');
      const records: unknown[] = [];
      for (const status of ['open', 'lost', 'won'] as const) {
        await getHarness().bank({ orderId }, status);
        const record = await lookUpNewestWebhook();
        const [chargeback] = record.chargebacks ?? [];
        expect(record.chargebacks).toHaveLength(1);
        expect(chargeback?.status).toBe(status);
        expect(record.status).toBe(status === 'lost' ? 'refunded' : 'paid');
        expect([record.amountRefunded, chargedBackAmount(record)]).toEqual([
          0,
          status === 'won' ? 0 : 4500,
        ]);
        records.push(chargeback?.id);
      }
      expect(new Set(records).size).toBe(1);
    });

    it('are the same in every lookup, also years later', async () => {
      const payment = await orders().createPaidOrder('card');
      const { orderId, providerPaymentId, providerCheckoutId } = payment;
      getHarness().advance(120 * DAY_MS);
      await getHarness().bank({ orderId }, 'open');
      const first = (await lookUpNewestWebhook()).chargebacks;
      getHarness().advance(400 * DAY_MS);
      expect((await orders().lookUp({ providerPaymentId })).chargebacks).toEqual(first);
      expect((await orders().lookUp({ orderId, providerCheckoutId })).chargebacks).toEqual(first);
    });

    it('leave nothing to refund, and are counted in addition to earlier refunds', async () => {
      const payment = await orders().createPaidOrder('card');
      unwrapValue(await refund(payment, 1500));
      await getHarness().bank({ orderId: payment.orderId }, 'open');
      const samePayment = { ...payment, orderId: payment.orderId };
      expect(
        await getHarness().provider.refund({
          ...samePayment,
          amount: 3000,
          idempotencyKey: `x-${samePayment.orderId}`,
        }),
      ).toMatchObject({ code: 'payment_processed' });
      const record = await orders().lookUp({ orderId: payment.orderId });
      expect(record.amountRefunded).toBe(1500);
      expect(chargedBackAmount(record)).toBeGreaterThanOrEqual(3000);
    });

    it('that are unknown are not found, or need no lookup', async () => {
      await orders().createPaidOrder();
      expect(
        await getHarness().provider.lookup({ providerChargebackId: '233000061680860000' }),
      ).toMatchObject({ code: 'not_found' });
    });
  });
}
