import type { Checkout } from '@guilda/server/ports/payment-provider';
import { expect } from 'vitest';
import {
  type BadResponse,
  findUnusedUrl,
  startFailingServer,
} from '../../../server/test/fixtures/server/failing-server.ts';
import {
  createPaymentSandboxFixture,
  fixtureWebhookSecret,
} from '../../../server/test/peers/payment-sandbox-fixture.ts';
import type { PaymentProviderHarness } from '../../../server/test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../server/test/ports/payment-provider-suite.ts';
import { paymentsSignatureHeader, signWebhook } from './webhook-signature.ts';

async function pressButton(checkout: Checkout, button: string, body: object): Promise<void> {
  const response = await fetch(`${checkout.checkoutUrl}/${button}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** Unusable responses of the payment sandbox, in addition to those that any external service may send. */
const badResponses: BadResponse[] = [
  [500, '{"code":"internal"}'],
  [200, '{"id":"chk_aaaaaaaaaaaa"}'],
  [409, ''],
  [401, '{"code":"token_invalid"}'],
];

async function createHarness(): Promise<PaymentProviderHarness> {
  const fixture = await createPaymentSandboxFixture();
  const failingServer = await startFailingServer(fixture.address, badResponses);
  const unusedUrl = await findUnusedUrl();
  return {
    provider: fixture.provider,
    unreachable: fixture.providerAt(() => unusedUrl.url),
    failing: fixture.providerAt(() => failingServer.url),
    signed: { body: true, headers: [paymentsSignatureHeader] },
    now: () => fixture.clock.now(),
    advance: (ms) => fixture.clock.advance(ms),
    pay: (checkout, method) => pressButton(checkout, 'approve', { method }),
    decline: (checkout) => pressButton(checkout, 'decline', {}),
    async bank({ orderId }, decision) {
      const lookupResult = await fixture.provider.lookup({ orderId });
      if (!lookupResult.ok) throw new Error(lookupResult.code);
      const id = lookupResult.value.providerCheckoutId;
      const checkoutUrl = `${fixture.address()}/sandbox/payments/checkout/${id}`;
      const button = decision === 'open' ? 'chargeback' : `chargeback/${decision}`;
      await pressButton({ providerCheckoutId: id, checkoutUrl }, button, {});
    },
    async lastWebhook() {
      await expect.poll(() => fixture.webhooks.length).toBeGreaterThan(0);
      await fixture.idle();
      const lastWebhook = fixture.webhooks.at(-1);
      if (!lastWebhook) throw new Error('no notification arrived');
      return lastWebhook;
    },
    signedWebhook: (rawBody) => ({
      headers: {
        [paymentsSignatureHeader]: signWebhook(fixtureWebhookSecret, rawBody, fixture.clock.now()),
      },
      rawBody,
      query: {},
    }),
    async close() {
      await failingServer.close();
      await fixture.close();
    },
  };
}

describePaymentProvider('demo sandbox', createHarness);
