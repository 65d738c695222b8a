import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../src/ports/payment-provider.ts';
import {
  expectSameSecond,
  type OrderFunctions,
  type PaymentProviderHarness,
  unwrapValue,
} from './payment-provider-harness.ts';

/** Tests that each order has one checkout, and that its state is reported until it is paid or closed. */
export function describeCheckouts(
  getHarness: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  describe('checkouts', () => {
    it('opens a page, and reports the order as unpaid', async () => {
      const checkout = await orders().openCheckout();
      expect(new URL(checkout.checkoutUrl).protocol).toMatch(/^https?:$/);
      expect(await orders().lookUp({ orderId: checkout.orderId })).toEqual<PaymentRecord>({
        orderId: checkout.orderId,
        status: 'pending',
        amount: 4500,
        amountPaid: 0,
        amountRefunded: 0,
        providerCheckoutId: checkout.providerCheckoutId,
        providerPaymentId: null,
        method: null,
        paidAt: null,
        endToEndId: null,
      });
    });

    it('creates one checkout for an order, however often and fast it is requested', async () => {
      const checkoutRequest = orders().request();
      const checkouts = await Promise.all(
        Array.from({ length: 20 }, () => getHarness().provider.createCheckout(checkoutRequest)),
      );
      const [first, ...others] = checkouts.map(unwrapValue);
      for (const result of others) expect(result).toEqual(first);
      const { orderId } = orders().request();
      const otherCheckout = unwrapValue(
        await getHarness().provider.createCheckout({ ...checkoutRequest, orderId }),
      );
      expect(otherCheckout.providerCheckoutId).not.toBe(first?.providerCheckoutId);
    });

    it.each(['pix', 'card'] as const)('reports the paid amount, by %s', async (method) => {
      const checkout = await orders().createPaidOrder(method);
      const record = await orders().lookUp({ orderId: checkout.orderId });
      expect(record).toMatchObject({ status: 'paid', amountPaid: 4500, amountRefunded: 0, method });
      expectSameSecond(record.paidAt, getHarness().now());
      if (method === 'card') expect(record.endToEndId).toBeNull();
      else expect(record.endToEndId ?? 'E00000000202611201200abcdefghijk').toMatch(/^E\w{31}$/);
    });

    it('finds a payment by each of its ids', async () => {
      const { orderId, providerCheckoutId, providerPaymentId } = await orders().createPaidOrder();
      const record = await orders().lookUp({ orderId });
      expect(await orders().lookUp({ orderId, providerCheckoutId })).toEqual(record);
      expect(await orders().lookUp({ providerCheckoutId })).toEqual(record);
      expect(await orders().lookUp({ providerPaymentId })).toEqual(record);
    });

    it('reports an order that it does not know', async () => {
      const { orderId } = orders().request();
      expect(await getHarness().provider.lookup({ orderId })).toMatchObject({ code: 'not_found' });
      expect(await getHarness().provider.expire({ orderId })).toMatchObject({ code: 'not_found' });
    });

    it('lets a declined payment be tried again', async () => {
      const checkout = await orders().openCheckout();
      await getHarness().decline(checkout);
      expect(await orders().lookUp(checkout)).toMatchObject({ status: 'declined', amountPaid: 0 });
      await getHarness().pay(checkout, 'card');
      expect(await orders().lookUp(checkout)).toMatchObject({ status: 'paid', amountPaid: 4500 });
    });

    it('expires on request, by order or checkout, permanently', async () => {
      const firstCheckout = await orders().openCheckout();
      const secondCheckout = await orders().openCheckout();
      const { orderId } = firstCheckout;
      expect(unwrapValue(await getHarness().provider.expire({ orderId })).status).toBe('expired');
      expect(unwrapValue(await getHarness().provider.expire({ orderId })).status).toBe('expired');
      expect(unwrapValue(await getHarness().provider.expire(secondCheckout)).status).toBe(
        'expired',
      );
      expect(await orders().lookUp({ orderId })).toMatchObject({
        status: 'expired',
        amountPaid: 0,
      });
    });

    it('keeps a payment that came before the checkout was expired', async () => {
      const { orderId } = await orders().createPaidOrder();
      expect(unwrapValue(await getHarness().provider.expire({ orderId }))).toMatchObject({
        status: 'paid',
        amountPaid: 4500,
      });
    });

    it('expires a checkout by itself when its time is over', async () => {
      const expiresAt = new Date(getHarness().now().getTime() + 30 * 60_000);
      const checkout = await orders().openCheckout({ expiresAt });
      getHarness().advance(30 * 60_000 - 1);
      expect((await orders().lookUp(checkout)).status).toBe('pending');
      getHarness().advance(1);
      expect((await orders().lookUp(checkout)).status).toBe('expired');
    });
  });
}
