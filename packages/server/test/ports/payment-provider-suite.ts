import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeChargebacks } from './payment-provider-chargebacks.ts';
import { describeCheckouts } from './payment-provider-checkouts.ts';
import {
  createSteps,
  type PaymentProviderHarness,
  type Steps,
} from './payment-provider-harness.ts';
import { describeRefunds } from './payment-provider-refunds.ts';
import { describeWebhooks } from './payment-provider-webhooks.ts';

/** Tests that every {@link PaymentProvider} must pass. */
export function describePaymentProvider(
  name: string,
  factory: () => Promise<PaymentProviderHarness>,
): void {
  describe(`payment provider: ${name}`, () => {
    let harness: PaymentProviderHarness;
    beforeAll(async () => {
      harness = await factory();
    });
    afterAll(() => harness?.close());
    const given = () => createSteps(harness);

    describeCheckouts(() => harness, given);
    describeRefunds(() => harness, given);
    describeChargebacks(() => harness, given);
    describeWebhooks(() => harness, given);
    describeFailures(() => harness, given);
  });
}

function describeFailures(at: () => PaymentProviderHarness, given: () => Steps): void {
  describe.each(['unreachable', 'failing'] as const)('an %s provider', (which) => {
    it('reports every call as unavailable, without throwing', async () => {
      const { orderId, providerPaymentId } = await given().paid();
      const provider = at()[which];
      const refund = { orderId, providerPaymentId, amount: 100, idempotencyKey: `f-${orderId}` };
      // Runs several rounds, one for each way of failing.
      for (let round = 0; round < 7; round += 1) {
        const outcomes = await Promise.all([
          provider.createCheckout(given().request()),
          provider.lookup({ orderId }),
          provider.lookup({ providerPaymentId }),
          provider.refund(refund),
          provider.expire({ orderId }),
        ]);
        for (const outcome of outcomes) {
          expect(outcome).toMatchObject({ ok: false, code: 'payment_unavailable' });
        }
      }
      expect((await given().facts({ orderId })).amountRefunded).toBe(0);
    });
  });
}
