import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../test/fixtures/server/failing-server.ts';
import { createStripeFixture, type StripeFixture } from '../../../test/peers/stripe/fixture.ts';
import { deliveryOf } from '../../../test/peers/stripe/signing.ts';
import type { PaymentProviderHarness } from '../../../test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../test/ports/payment-provider-suite.ts';

/** Failures that are specific to Stripe. */
const failedResponses: BadResponse[] = [
  [500, '{"error":{"type":"api_error","message":"Refused."}}'],
  [200, '{"id":"cs_test_a","object":"checkout.session"}'],
  [503, '{"code":"unavailable"}'],
  [401, '{"error":{"type":"invalid_request_error","message":"Refused."}}'],
];

const apiAt = (port: number) => ({ protocol: 'http', host: '127.0.0.1', port }) as const;

const disputesByPayment = new Map<string, ReturnType<StripeFixture['peer']['dispute']>>();

async function openOrDecideDispute(
  { peer, provider }: StripeFixture,
  orderId: string,
  status: 'open' | 'lost' | 'won',
): Promise<void> {
  if (status !== 'open') return disputesByPayment.get(orderId)?.end(status);
  const lookupResult = await provider.lookup({ orderId });
  if (!lookupResult.ok) throw new Error(lookupResult.code);
  disputesByPayment.set(orderId, peer.dispute(lookupResult.value.providerCheckoutId));
}

async function createHarness(): Promise<PaymentProviderHarness> {
  const fixture = await createStripeFixture();
  const failingServer = await startFailingServer(
    () => fixture.peer.context.origin,
    failedResponses,
  );
  const unusedAddress = await findUnusedUrl();
  return {
    provider: fixture.provider,
    unreachable: fixture.providerAt(apiAt(unusedAddress.port)),
    failing: fixture.providerAt(apiAt(failingServer.port)),
    signed: { body: true, headers: ['stripe-signature'] },
    now: () => fixture.clock.now(),
    advance: (ms) => fixture.clock.advance(ms),
    pay: async (checkout, method) => fixture.pay(checkout, method),
    bank: async ({ orderId }, decision) => openOrDecideDispute(fixture, orderId, decision),
    decline: async ({ providerCheckoutId }) => fixture.peer.decline(providerCheckoutId),
    async lastWebhook() {
      const lastDelivery = fixture.deliveries.at(-1);
      if (!lastDelivery) throw new Error('no notification arrived');
      return lastDelivery;
    },
    signedWebhook: (rawBody) => deliveryOf(rawBody, fixture.clock.now()),
    async close() {
      await failingServer.close();
      await fixture.close();
    },
  };
}

describePaymentProvider('Stripe', createHarness);
