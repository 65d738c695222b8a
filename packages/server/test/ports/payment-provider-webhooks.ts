import { describe, expect, it } from 'vitest';
import type { WebhookEvent } from '../../src/ports/payment-provider.ts';
import { WEBHOOK_MAX_AGE_MS, type WebhookRequest } from '../../src/ports/webhook.ts';
import {
  expectSameSecond,
  type OrderFunctions,
  type PaymentProviderHarness,
  unwrapValue,
} from './payment-provider-harness.ts';

/** Tests that only authentic, complete and recent webhooks are accepted. */
export function describeWebhooks(
  at: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  const parse = (request: WebhookRequest) => at().provider.parseWebhook(request);

  describe('webhooks', () => {
    it('lead to their payment', async () => {
      const { orderId } = await orders().createPaidOrder();
      const event = unwrapValue(await parse(await at().lastWebhook()));
      expect(event.eventId).not.toBe('');
      expectSameSecond(event.occurredAt, at().now());
      if (event.ref === null) throw new Error('a payment event without a payment');
      expect(await orders().lookUp(event.ref)).toMatchObject({ orderId, status: 'paid' });
    });

    it('have one id for each event, the same when replayed', async () => {
      const { orderId } = await orders().createPaidOrder();
      const request = await at().lastWebhook();
      const first: WebhookEvent = unwrapValue(await parse(request));
      at().advance(60_000);
      expect(unwrapValue(await parse(request))).toEqual(first);
      await at().provider.expire({ orderId: (await orders().openCheckout()).orderId });
      expect(unwrapValue(await parse(await at().lastWebhook())).eventId).not.toBe(first.eventId);
      expect((await orders().lookUp({ orderId })).amountPaid).toBe(4500);
    });

    it('are refused with any byte changed', async () => {
      await orders().createPaidOrder();
      const request = await at().lastWebhook();
      const forgeries = [...forgeriesOf(request, at().signed)];
      expect(forgeries.length).toBeGreaterThan(50);
      for (const { what, forged } of forgeries) {
        const outcome = await parse(forged);
        expect(outcome.ok ? 'accepted' : outcome.code, what).toBe('webhook_unauthorized');
      }
    });

    it('are refused without a signature', async () => {
      await orders().createPaidOrder();
      const request = await at().lastWebhook();
      for (const header of at().signed.headers) {
        const headers = { ...request.headers, [header]: undefined };
        expect(await parse({ ...request, headers })).toMatchObject({
          code: 'webhook_unauthorized',
        });
        const twice = { ...request.headers, [header]: ['', String(request.headers[header])] };
        expect(await parse({ ...request, headers: twice })).toMatchObject({
          code: 'webhook_unauthorized',
        });
      }
    });

    it('are refused when they are too old or from the future', async () => {
      await orders().createPaidOrder();
      const request = await at().lastWebhook();
      at().advance(WEBHOOK_MAX_AGE_MS);
      expect((await parse(request)).ok).toBe(true);
      at().advance(1000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      at().advance(-2 * WEBHOOK_MAX_AGE_MS - 3000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      at().advance(WEBHOOK_MAX_AGE_MS + 2000);
      expect((await parse(request)).ok).toBe(true);
    });

    it.each([
      ['nothing', ''],
      ['no JSON', '{"id":'],
      ['a bare value', 'null'],
      ['another shape', '{"hello":"world"}'],
      [
        'ids that are paths',
        '{"id":"evt_1","type":"x","createdAt":"2026-11-20T12:00:00.000Z","data":{"checkoutId":"../../users","id":"../x"}}',
      ],
    ])('are refused as malformed with %s inside', async (_what, body) => {
      expect(await parse(at().signedWebhook(Buffer.from(body)))).toMatchObject({
        code: 'malformed_request',
      });
    });
  });
}

function* forgeriesOf(request: WebhookRequest, isSigned: PaymentProviderHarness['signed']) {
  for (let place = 0; isSigned.body && place < request.rawBody.length; place += 1) {
    for (const bit of [0x01, 0x20]) {
      const rawBody = Buffer.from(request.rawBody);
      rawBody[place] = (rawBody[place] ?? 0) ^ bit;
      yield { what: `body byte ${place} ^ ${bit}`, forged: { ...request, rawBody } };
    }
  }
  for (const header of isSigned.headers) {
    const sent = String(request.headers[header]);
    for (let place = 0; place < sent.length; place += 1) {
      for (const bit of [0x01, 0x20]) {
        const other = String.fromCharCode(sent.charCodeAt(place) ^ bit);
        const headers = {
          ...request.headers,
          [header]: sent.slice(0, place) + other + sent.slice(place + 1),
        };
        yield { what: `${header} byte ${place} ^ ${bit}`, forged: { ...request, headers } };
      }
    }
  }
}
