import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { createPaymentSandboxRig, rigWebhookSecret } from '../../../test/payment-sandbox-rig.ts';
import {
  describePaymentProvider,
  type PaymentProviderHarness,
} from '../../../test/ports/payment-provider-suite.ts';
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

/** A provider that is broken in every way in turn, redirecting to a working one among them. */
async function startFailing(working: () => string) {
  let call = 0;
  const server = createServer((request, response) => {
    const answers: [number, Record<string, string>, string][] = [
      [500, {}, '{"code":"internal"}'],
      [302, { location: working() + (request.url ?? '') }, ''],
      [200, {}, 'hello'],
      [200, {}, '{"id":"chk_aaaaaaaaaaaa"}'],
      [404, {}, '<h1>not here</h1>'],
      [409, {}, ''],
      [401, {}, '{"code":"token_invalid"}'],
    ];
    const [status, headers, body] = answers[call % answers.length] ?? [500, {}, ''];
    call += 1;
    request.resume();
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, server };
}

async function createHarness(): Promise<PaymentProviderHarness> {
  const rig = await createPaymentSandboxRig();
  const failing = await startFailing(rig.address);
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  return {
    provider: rig.provider,
    unreachable: rig.providerAt(() => nowhere),
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
      failing.server.closeAllConnections();
      failing.server.close();
      await rig.close();
    },
  };
}

describePaymentProvider('demo sandbox', createHarness);
