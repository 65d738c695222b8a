import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noticeOf, signatureOf } from '../../../test/mercado-pago-peer/peer.ts';
import { createMercadoPagoRig } from '../../../test/mercado-pago-peer/rig.ts';
import {
  describePaymentProvider,
  type PaymentProviderHarness,
} from '../../../test/ports/payment-provider-suite.ts';

/** A provider that is broken in every way in turn, redirecting to a working one among them. */
async function startFailing(working: string) {
  let call = 0;
  const server = createServer((request, response) => {
    const answers: [number, Record<string, string>, string][] = [
      [500, {}, '{"message":"internal_error","error":"internal_error","status":500}'],
      [302, { location: working + (request.url ?? '') }, ''],
      [200, {}, 'hello'],
      [200, {}, '{"id":"1165071449-aaaa"}'],
      [404, {}, '<h1>not here</h1>'],
      [429, { 'retry-after': '1' }, '{"message":"too many","error":"too_many","status":429}'],
      [401, {}, '{"message":"invalid_token","error":"unauthorized","status":401}'],
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
  const failing = await startFailing(rig.peer.baseUrl);
  const closed = await startFailing(rig.peer.baseUrl);
  await new Promise((resolve) => closed.server.close(resolve));
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
      failing.server.closeAllConnections();
      failing.server.close();
      await rig.close();
    },
  };
}

describePaymentProvider('Mercado Pago', createHarness);
