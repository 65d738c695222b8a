import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  describePaymentProvider,
  type PaymentProviderHarness,
} from '../../../test/ports/payment-provider-suite.ts';
import { createStripeRig } from '../../../test/stripe-peer/rig.ts';
import { deliveryOf } from '../../../test/stripe-peer/signing.ts';

/** Stripe, broken in every way in turn, redirecting to a working one among them. */
async function startFailing(working: string) {
  let call = 0;
  const server = createServer((request, response) => {
    const answers: [number, Record<string, string>, string][] = [
      [500, {}, '{"error":{"type":"api_error","message":"Refused."}}'],
      [302, { location: working + (request.url ?? '') }, ''],
      [200, {}, 'hello'],
      [200, {}, '{"id":"cs_test_a","object":"checkout.session"}'],
      [404, {}, '<h1>not here</h1>'],
      [503, {}, '{"code":"unavailable"}'],
      [401, {}, '{"error":{"type":"invalid_request_error","message":"Refused."}}'],
    ];
    const [status, headers, body] = answers[call % answers.length] ?? [500, {}, ''];
    call += 1;
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { api: { protocol: 'http', host: '127.0.0.1', port } as const, server };
}

async function createHarness(): Promise<PaymentProviderHarness> {
  const rig = await createStripeRig();
  const failing = await startFailing(rig.peer.world.origin);
  const closed = await startFailing(rig.peer.world.origin);
  await new Promise((resolve) => closed.server.close(resolve));
  return {
    provider: rig.provider,
    unreachable: rig.providerAt(closed.api),
    failing: rig.providerAt(failing.api),
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
      failing.server.closeAllConnections();
      failing.server.close();
      await rig.close();
    },
  };
}

describePaymentProvider('Stripe', createHarness);
