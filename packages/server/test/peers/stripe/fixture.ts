import { createStripePayments } from '../../../src/adapters/stripe/index.ts';
import type { Checkout, PaymentProvider } from '../../../src/ports/payment-provider.ts';
import { systemTimers, type Timers } from '../../../src/ports/timers.ts';
import type { WebhookRequest } from '../../../src/ports/webhook.ts';
import { fakeClock } from '../../fixtures/fakes/fake-clock.ts';
import { peerKey, startStripePeer } from './peer.ts';
import { deliveryOf, peerWebhookSecret } from './signing.ts';

export type StripeFixture = Awaited<ReturnType<typeof createStripeFixture>>;

/** A fake Stripe and the adapter that uses it, with received webhooks and logged warnings. */
export async function createStripeFixture() {
  const clock = fakeClock();
  const peer = await startStripePeer(clock);
  const deliveries: WebhookRequest[] = [];
  const warnings: object[] = [];
  peer.onEvent = ({ rawBody }) => void deliveries.push(deliveryOf(rawBody, clock.now()));

  const providerAt = (
    api: { readonly protocol: 'http'; readonly host: string; readonly port: number },
    timers: Timers = systemTimers,
  ): PaymentProvider =>
    createStripePayments({
      secretKey: peerKey,
      webhookSecret: peerWebhookSecret,
      clock,
      timers,
      log: { warn: (fields, message) => void warnings.push({ ...fields, message }) },
      api,
    });

  return {
    clock,
    peer,
    deliveries,
    warnings,
    provider: providerAt(peer.api),
    providerAt,
    pay({ providerCheckoutId: id }: Checkout, method: 'pix' | 'card') {
      if (method === 'card') return peer.payByCard(id);
      peer.startPix(id);
      peer.endPix(id, true);
    },
    close: () => peer.close(),
  };
}
