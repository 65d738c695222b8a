import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../test/fixtures/server/failing-server.ts';
import {
  createMercadoPagoFixture,
  type MercadoPagoFixture,
} from '../../../test/peers/mercado-pago/fixture.ts';
import { signatureOf, webhookOf } from '../../../test/peers/mercado-pago/peer.ts';
import type { PaymentProviderHarness } from '../../../test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../test/ports/payment-provider-suite.ts';

/** Failures that are specific to Mercado Pago. */
const failedResponses: BadResponse[] = [
  [500, '{"message":"internal_error","error":"internal_error","status":500}'],
  [200, '{"id":"1165071449-aaaa"}'],
  [429, '{"message":"too many","error":"too_many","status":429}', { 'retry-after': '1' }],
  [401, '{"message":"invalid_token","error":"unauthorized","status":401}'],
];

/** The id in the body of a webhook, if it has one. */
function resourceIdIn(rawBody: Buffer): string | undefined {
  try {
    return JSON.parse(rawBody.toString())?.data?.id;
  } catch {
    return undefined;
  }
}

/** Opens a chargeback of an order's payment, or decides it. */
function openOrDecideChargeback(
  { peer: { state } }: MercadoPagoFixture,
  orderId: string,
  status: 'open' | 'lost' | 'won',
): void {
  const payment = [...state.payments.values()].find(
    (candidate) => candidate.external_reference === orderId,
  );
  if (!payment) throw new Error(`no payment of ${orderId}`);
  if (status === 'open') return void state.chargeBack(payment.id);
  for (const { id, payments } of state.chargebacks.values()) {
    if (payments.includes(payment.id)) state.decideChargeback(id, status === 'won');
  }
}

async function createHarness(): Promise<PaymentProviderHarness> {
  const fixture = await createMercadoPagoFixture();
  const failingServer = await startFailingServer(() => fixture.peer.baseUrl, failedResponses);
  const unusedAddress = await findUnusedUrl();
  return {
    provider: fixture.provider,
    unreachable: fixture.providerAt(unusedAddress.url),
    failing: fixture.providerAt(failingServer.url),
    signed: { body: false, headers: ['x-signature', 'x-request-id'] },
    now: () => fixture.clock.now(),
    advance: (ms) => fixture.clock.advance(ms),
    pay: async (checkout, method) => {
      fixture.peer.state.pay(checkout.providerCheckoutId, method);
    },
    bank: async ({ orderId }, decision) => openOrDecideChargeback(fixture, orderId, decision),
    decline: async (checkout) => {
      fixture.peer.state.decline(checkout.providerCheckoutId);
    },
    async lastWebhook() {
      await fixture.peer.idle();
      const lastWebhook = fixture.webhooks.at(-1);
      if (!lastWebhook) throw new Error('no notification arrived');
      return lastWebhook;
    },
    signedWebhook(rawBody) {
      const id = resourceIdIn(rawBody);
      const webhook = webhookOf(fixture.clock.now(), 'payment', id ?? '1');
      const requestId = String(webhook.headers['x-request-id']);
      const ts = String(Math.floor(fixture.clock.now().getTime() / 1000));
      const query = id === undefined ? { type: 'payment' } : { 'data.id': id, type: 'payment' };
      const signature = signatureOf(id, requestId, ts);
      return { headers: { ...webhook.headers, 'x-signature': signature }, rawBody, query };
    },
    async close() {
      await failingServer.close();
      await fixture.close();
    },
  };
}

describePaymentProvider('Mercado Pago', createHarness);
