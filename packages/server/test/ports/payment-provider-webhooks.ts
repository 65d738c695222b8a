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
  getHarness: () => PaymentProviderHarness,
  orders: () => OrderFunctions,
): void {
  const parse = (request: WebhookRequest) => getHarness().provider.parseWebhook(request);

  describe('webhooks', () => {
    it('lead to their payment', async () => {
      const { orderId } = await orders().createPaidOrder();
      const event = unwrapValue(await parse(await getHarness().lastWebhook()));
      expect(event.eventId).not.toBe('');
      expectSameSecond(event.occurredAt, getHarness().now());
      if (event.ref === null) throw new Error('a payment event without a payment');
      expect(await orders().lookUp(event.ref)).toMatchObject({ orderId, status: 'paid' });
    });

    it('have one id for each event, the same when replayed', async () => {
      const { orderId } = await orders().createPaidOrder();
      const request = await getHarness().lastWebhook();
      const firstEvent: WebhookEvent = unwrapValue(await parse(request));
      getHarness().advance(60_000);
      expect(unwrapValue(await parse(request))).toEqual(firstEvent);
      await getHarness().provider.expire({ orderId: (await orders().openCheckout()).orderId });
      expect(unwrapValue(await parse(await getHarness().lastWebhook())).eventId).not.toBe(
        firstEvent.eventId,
      );
      expect((await orders().lookUp({ orderId })).amountPaid).toBe(4500);
    });

    it('are refused with any byte changed', async () => {
      await orders().createPaidOrder();
      const request = await getHarness().lastWebhook();
      const forgeries = [...forgeriesOf(request, getHarness().signed)];
      expect(forgeries.length).toBeGreaterThan(50);
      for (const { what, forged } of forgeries) {
        const outcome = await parse(forged);
        expect(outcome.ok ? 'accepted' : outcome.code, what).toBe('webhook_unauthorized');
      }
    });

    it('are refused without a signature', async () => {
      await orders().createPaidOrder();
      const request = await getHarness().lastWebhook();
      for (const header of getHarness().signed.headers) {
        const headers = { ...request.headers, [header]: undefined };
        expect(await parse({ ...request, headers })).toMatchObject({
          code: 'webhook_unauthorized',
        });
        const duplicatedHeaders = {
          ...request.headers,
          [header]: ['', String(request.headers[header])],
        };
        expect(await parse({ ...request, headers: duplicatedHeaders })).toMatchObject({
          code: 'webhook_unauthorized',
        });
      }
    });

    it('are refused when they are too old or from the future', async () => {
      await orders().createPaidOrder();
      const request = await getHarness().lastWebhook();
      getHarness().advance(WEBHOOK_MAX_AGE_MS);
      expect((await parse(request)).ok).toBe(true);
      getHarness().advance(1000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      getHarness().advance(-2 * WEBHOOK_MAX_AGE_MS - 3000);
      expect(await parse(request)).toMatchObject({ code: 'webhook_unauthorized' });
      getHarness().advance(WEBHOOK_MAX_AGE_MS + 2000);
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
      expect(await parse(getHarness().signedWebhook(Buffer.from(body)))).toMatchObject({
        code: 'malformed_request',
      });
    });
  });
}

function* forgeriesOf(request: WebhookRequest, signedParts: PaymentProviderHarness['signed']) {
  for (let position = 0; signedParts.body && position < request.rawBody.length; position += 1) {
    for (const bit of [0x01, 0x20]) {
      const rawBody = Buffer.from(request.rawBody);
      rawBody[position] = (rawBody[position] ?? 0) ^ bit;
      yield { what: `body byte ${position} ^ ${bit}`, forged: { ...request, rawBody } };
    }
  }
  for (const header of signedParts.headers) {
    const sentValue = String(request.headers[header]);
    for (let position = 0; position < sentValue.length; position += 1) {
      for (const bit of [0x01, 0x20]) {
        const otherCharacter = String.fromCharCode(sentValue.charCodeAt(position) ^ bit);
        const headers = {
          ...request.headers,
          [header]: sentValue.slice(0, position) + otherCharacter + sentValue.slice(position + 1),
        };
        yield { what: `${header} byte ${position} ^ ${bit}`, forged: { ...request, headers } };
      }
    }
  }
}
