import { type BadAnswer, startFailing, unreachable } from '../../../test/failing-server.ts';
import type { PaymentProviderHarness } from '../../../test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../test/ports/payment-provider-suite.ts';
import { createStripeRig } from '../../../test/stripe-peer/rig.ts';
import { deliveryOf } from '../../../test/stripe-peer/signing.ts';

/** How Stripe fails, besides in the ways of all services. */
const ways: BadAnswer[] = [
  [500, '{"error":{"type":"api_error","message":"Refused."}}'],
  [200, '{"id":"cs_test_a","object":"checkout.session"}'],
  [503, '{"code":"unavailable"}'],
  [401, '{"error":{"type":"invalid_request_error","message":"Refused."}}'],
];

const at = (port: number) => ({ protocol: 'http', host: '127.0.0.1', port }) as const;

async function createHarness(): Promise<PaymentProviderHarness> {
  const rig = await createStripeRig();
  const failing = await startFailing(() => rig.peer.world.origin, ways);
  const closed = await unreachable();
  return {
    provider: rig.provider,
    unreachable: rig.providerAt(at(closed.port)),
    failing: rig.providerAt(at(failing.port)),
    signed: { body: true, headers: ['stripe-signature'] },
    now: () => rig.clock.now(),
    advance: (ms) => rig.clock.advance(ms),
    pay: async (checkout, method) => rig.pay(checkout, method),
    decline: async ({ providerCheckoutId }) => rig.peer.decline(providerCheckoutId),
    async lastWebhook() {
      const last = rig.deliveries.at(-1);
      if (!last) throw new Error('no notification arrived');
      return last;
    },
    signedWebhook: (rawBody) => deliveryOf(rawBody, rig.clock.now()),
    async close() {
      await failing.close();
      await rig.close();
    },
  };
}

describePaymentProvider('Stripe', createHarness);
