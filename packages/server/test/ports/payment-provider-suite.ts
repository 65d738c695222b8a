import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeChargebacks } from './payment-provider-chargebacks.ts';
import { describeCheckouts } from './payment-provider-checkouts.ts';
import {
  createOrderFunctions,
  type OrderFunctions,
  type PaymentProviderHarness,
} from './payment-provider-harness.ts';
import { describeRefunds } from './payment-provider-refunds.ts';
import { describeWebhooks } from './payment-provider-webhooks.ts';

/** Tests that every {@link PaymentProvider} must pass. */
export function describePaymentProvider(
  name: string,
  createHarness: () => Promise<PaymentProviderHarness>,
): void {
  describe(`payment provider: ${name}`, () => {
    let harness: PaymentProviderHarness;
    beforeAll(async () => {
      harness = await createHarness();
    });
    afterAll(() => harness?.close());
    const orders = () => createOrderFunctions(harness);

    describeCheckouts(() => harness, orders);
    describeRefunds(() => harness, orders);
    describeChargebacks(() => harness, orders);
    describeWebhooks(() => harness, orders);
    describeFailures(() => harness, orders);
  });
}

function describeFailures(
  getHarness: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  describe.each(['unreachable', 'failing'] as const)('an %s provider', (state) => {
    it('reports every call as unavailable, without throwing', async () => {
      const { orderId, providerPaymentId } = await orders().createPaidOrder();
      const provider = getHarness()[state];
      const refund = { orderId, providerPaymentId, amount: 100, idempotencyKey: `f-${orderId}` };
      // Runs several rounds, one for each way of failing.
      for (let round = 0; round < 7; round += 1) {
        const outcomes = await Promise.all([
          provider.createCheckout(orders().request()),
          provider.lookup({ orderId }),
          provider.lookup({ providerPaymentId }),
          provider.refund(refund),
          provider.expire({ orderId }),
        ]);
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({ ok: false, code: 'payment_unavailable' });
        }
      }
      expect((await orders().lookUp({ orderId })).amountRefunded).toBe(0);
    });
  });
}
