import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMercadoPago } from '../../../src/adapters/mercado-pago/index.ts';
import type { CheckoutRequest, PaymentProvider } from '../../../src/ports/payment-provider.ts';
import type { WebhookRequest } from '../../../src/ports/webhook.ts';
import { fakeClock } from '../../fixtures/fakes/fake-clock.ts';
import { peerSecret, peerToken, startMercadoPagoPeer } from './peer.ts';

export type MercadoPagoFixture = Awaited<ReturnType<typeof createMercadoPagoFixture>>;

/** Starts a server that receives webhooks and stores them as they arrive. */
async function startWebhookReceiver() {
  const webhooks: WebhookRequest[] = [];
  const server = createServer(async (request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://shop');
    const rawBody = await buffer(request);
    webhooks.push({
      headers: request.headers,
      rawBody,
      query: Object.fromEntries(searchParams),
    });
    response.writeHead(200).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    webhooks,
    url: `http://127.0.0.1:${port}/api/payments/webhooks/mercadopago?source_news=webhooks`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A fake Mercado Pago and the adapter that uses it, with a fake clock. */
export async function createMercadoPagoFixture() {
  const clock = fakeClock();
  const peer = await startMercadoPagoPeer(clock);
  const receiver = await startWebhookReceiver();
  const warnings: { fields: object; message: string }[] = [];
  const providerAt = (baseUrl: string): PaymentProvider =>
    createMercadoPago({
      baseUrl: () => baseUrl,
      accessToken: peerToken,
      webhookSecret: peerSecret,
      notificationUrl: receiver.url,
      clock,
      log: { warn: (fields, message) => void warnings.push({ fields, message }) },
    });
  let orderCount = 0;
  return {
    clock,
    peer,
    warnings,
    webhooks: receiver.webhooks,
    provider: providerAt(peer.baseUrl),
    providerAt,
    /** A checkout request for a new order. */
    request(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
      orderCount += 1;
      const orderId = `0199b000-0000-7000-8000-${String(orderCount).padStart(12, '0')}`;
      return {
        orderId,
        reference: 'GLD-7K3MQX',
        title: 'Treino de mira',
        amount: 4990,
        payer: { email: 'ana@example.com', name: 'Ana Souza' },
        returnUrl: `https://guilda.example/success?payment=${orderId}`,
        expiresAt: new Date(clock.now().getTime() + 3_600_000),
        idempotencyKey: orderId,
        ...changes,
      };
    },
    async close() {
      await peer.idle();
      await peer.close();
      receiver.close();
    },
  };
}
