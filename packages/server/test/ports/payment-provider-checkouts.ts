import { describe, expect, it } from 'vitest';
import type { PaymentRecord } from '../../src/ports/payment-provider.ts';
import {
  expectAbout,
  type PaymentProviderHarness,
  type Steps,
  value,
} from './payment-provider-harness.ts';

/** Tests that each order has one checkout, and of its state until it is paid or closed. */
export function describeCheckouts(at: () => PaymentProviderHarness, given: () => Steps): void {
  describe('checkouts', () => {
    it('opens a page, and reports the order as unpaid', async () => {
      const checkout = await given().open();
      expect(new URL(checkout.checkoutUrl).protocol).toMatch(/^https?:$/);
      expect(await given().facts({ orderId: checkout.orderId })).toEqual<PaymentRecord>({
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
      const wanted = given().request();
      const made = await Promise.all(
        Array.from({ length: 20 }, () => at().provider.createCheckout(wanted)),
      );
      const [first, ...others] = made.map(value);
      for (const other of others) expect(other).toEqual(first);
      const { orderId } = given().request();
      const another = value(await at().provider.createCheckout({ ...wanted, orderId }));
      expect(another.providerCheckoutId).not.toBe(first?.providerCheckoutId);
    });

    it.each(['pix', 'card'] as const)('reports the paid amount, by %s', async (method) => {
      const checkout = await given().paid(method);
      const facts = await given().facts({ orderId: checkout.orderId });
      expect(facts).toMatchObject({ status: 'paid', amountPaid: 4500, amountRefunded: 0, method });
      expectAbout(facts.paidAt, at().now());
      if (method === 'card') expect(facts.endToEndId).toBeNull();
      else expect(facts.endToEndId ?? 'E00000000202611201200abcdefghijk').toMatch(/^E\w{31}$/);
    });

    it('finds a payment by each of its ids', async () => {
      const { orderId, providerCheckoutId, providerPaymentId } = await given().paid();
      const facts = await given().facts({ orderId });
      expect(await given().facts({ orderId, providerCheckoutId })).toEqual(facts);
      expect(await given().facts({ providerCheckoutId })).toEqual(facts);
      expect(await given().facts({ providerPaymentId })).toEqual(facts);
    });

    it('reports an order that it does not know', async () => {
      const { orderId } = given().request();
      expect(await at().provider.lookup({ orderId })).toMatchObject({ code: 'not_found' });
      expect(await at().provider.expire({ orderId })).toMatchObject({ code: 'not_found' });
    });

    it('lets a declined payment be tried again', async () => {
      const checkout = await given().open();
      await at().decline(checkout);
      expect(await given().facts(checkout)).toMatchObject({ status: 'declined', amountPaid: 0 });
      await at().pay(checkout, 'card');
      expect(await given().facts(checkout)).toMatchObject({ status: 'paid', amountPaid: 4500 });
    });

    it('expires on request, by order or checkout, permanently', async () => {
      const first = await given().open();
      const second = await given().open();
      const { orderId } = first;
      expect(value(await at().provider.expire({ orderId })).status).toBe('expired');
      expect(value(await at().provider.expire({ orderId })).status).toBe('expired');
      expect(value(await at().provider.expire(second)).status).toBe('expired');
      expect(await given().facts({ orderId })).toMatchObject({ status: 'expired', amountPaid: 0 });
    });

    it('keeps a payment that came before the checkout was expired', async () => {
      const { orderId } = await given().paid();
      expect(value(await at().provider.expire({ orderId }))).toMatchObject({
        status: 'paid',
        amountPaid: 4500,
      });
    });

    it('expires a checkout by itself when its time is over', async () => {
      const expiresAt = new Date(at().now().getTime() + 30 * 60_000);
      const checkout = await given().open({ expiresAt });
      at().advance(30 * 60_000 - 1);
      expect((await given().facts(checkout)).status).toBe('pending');
      at().advance(1);
      expect((await given().facts(checkout)).status).toBe('expired');
    });
  });
}
