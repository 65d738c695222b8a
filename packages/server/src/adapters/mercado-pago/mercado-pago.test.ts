import { type BadAnswer, startFailing, unreachable } from '../../../test/failing-server.ts';
import { noticeOf, signatureOf } from '../../../test/mercado-pago-peer/peer.ts';
import { createMercadoPagoRig } from '../../../test/mercado-pago-peer/rig.ts';
import type { PaymentProviderHarness } from '../../../test/ports/payment-provider-harness.ts';
import { describePaymentProvider } from '../../../test/ports/payment-provider-suite.ts';

/** How Mercado Pago fails, besides in the ways of all services. */
const ways: BadAnswer[] = [
  [500, '{"message":"internal_error","error":"internal_error","status":500}'],
  [200, '{"id":"1165071449-aaaa"}'],
  [429, '{"message":"too many","error":"too_many","status":429}', { 'retry-after': '1' }],
  [401, '{"message":"invalid_token","error":"unauthorized","status":401}'],
];

/** The id of the body, where a notification has one. */
function idIn(rawBody: Buffer): string | undefined {
  try {
    return JSON.parse(rawBody.toString())?.data?.id;
  } catch {
    return undefined;
  }
}

async function createHarness(): Promise<PaymentProviderHarness> {
  const rig = await createMercadoPagoRig();
  const failing = await startFailing(() => rig.peer.baseUrl, ways);
  const closed = await unreachable();
  return {
    provider: rig.provider,
    unreachable: rig.providerAt(closed.url),
    failing: rig.providerAt(failing.url),
    signed: { body: false, headers: ['x-signature', 'x-request-id'] },
    now: () => rig.clock.now(),
    advance: (ms) => rig.clock.advance(ms),
    pay: async (checkout, method) => {
      rig.peer.world.pay(checkout.providerCheckoutId, method);
    },
    decline: async (checkout) => {
      rig.peer.world.decline(checkout.providerCheckoutId);
    },
    async lastWebhook() {
      await rig.peer.idle();
      const last = rig.webhooks.at(-1);
      if (!last) throw new Error('no notification arrived');
      return last;
    },
    signedWebhook(rawBody) {
      const id = idIn(rawBody);
      const notice = noticeOf(rig.clock.now(), 'payment', id ?? '1');
      const requestId = String(notice.headers['x-request-id']);
      const ts = String(Math.floor(rig.clock.now().getTime() / 1000));
      const query = id === undefined ? { type: 'payment' } : { 'data.id': id, type: 'payment' };
      const signature = signatureOf(id, requestId, ts);
      return { headers: { ...notice.headers, 'x-signature': signature }, rawBody, query };
    },
    async close() {
      await failing.close();
      await rig.close();
    },
  };
}

describePaymentProvider('Mercado Pago', createHarness);
