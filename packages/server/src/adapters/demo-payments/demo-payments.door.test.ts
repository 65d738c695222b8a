import { expect } from 'vitest';
import { type BadAnswer, startFailing, unreachable } from '../../../test/failing-server.ts';
import { createPaymentSandboxRig, rigWebhookSecret } from '../../../test/payment-sandbox-rig.ts';
import type { PaymentProviderHarness } from '../../../test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../test/ports/payment-provider-suite.ts';
import type { Checkout } from '../../ports/payment-provider.ts';
import { signatureHeader, signWebhook } from './webhook-signature.ts';

async function press(checkout: Checkout, button: string, body: object): Promise<void> {
  const response = await fetch(`${checkout.checkoutUrl}/${button}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/** How the provider fails, besides in the ways of all services. */
const ways: BadAnswer[] = [
  [500, '{"code":"internal"}'],
  [200, '{"id":"chk_aaaaaaaaaaaa"}'],
  [409, ''],
  [401, '{"code":"token_invalid"}'],
];

async function createHarness(): Promise<PaymentProviderHarness> {
  const rig = await createPaymentSandboxRig();
  const failing = await startFailing(rig.address, ways);
  const closed = await unreachable();
  return {
    provider: rig.provider,
    unreachable: rig.providerAt(() => closed.url),
    failing: rig.providerAt(() => failing.url),
    signed: { body: true, headers: [signatureHeader] },
    now: () => rig.clock.now(),
    advance: (ms) => rig.clock.advance(ms),
    pay: (checkout, method) => press(checkout, 'approve', { method }),
    decline: (checkout) => press(checkout, 'decline', {}),
    async lastWebhook() {
      await expect.poll(() => rig.webhooks.length).toBeGreaterThan(0);
      await rig.idle();
      const last = rig.webhooks.at(-1);
      if (!last) throw new Error('no notification arrived');
      return last;
    },
    signedWebhook: (rawBody) => ({
      headers: { [signatureHeader]: signWebhook(rigWebhookSecret, rawBody, rig.clock.now()) },
      rawBody,
      query: {},
    }),
    async close() {
      await failing.close();
      await rig.close();
    },
  };
}

describePaymentProvider('demo sandbox', createHarness);
