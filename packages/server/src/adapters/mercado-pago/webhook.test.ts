import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WebhookRequest } from '../../ports/webhook.ts';
import { parseWebhookEvent } from './webhook.ts';

const webhookSecret = 'whs-3f1c';
const now = new Date(1_763_640_000_000);

/** Signatures that OpenSSL computed: `printf %s MANIFEST | openssl dgst -sha256 -hmac whs-3f1c`. */
const signatureVectors = {
  seconds: '34177539033e0fb87a740f514c747aab8a235feb18dfdb123cc7fcea44f63909',
  milliseconds: 'ad1aca64feb04b7858253c6fb225fa5ffd29cc5212a8dd6cffce6074838c427a',
  noRequestId: 'c6425b11223e2260bd5ca9456c610242cb209d99a4c845cd4e42bcd2092ab124',
  noId: 'fae60a057458a8315126aae28437c2091084c429be14b33112fab92080a0e717',
  lower: 'aa0640e43b2746098ce87988b8be1841b2fcb52e401f0d257d7065b248510194',
  upper: '44c53cf6004de75a05f2f081d43fb2c1d039f49021349a83aea2d41541db377c',
};

interface WebhookParts {
  readonly id?: string | string[] | undefined;
  readonly requestId?: string | string[] | undefined;
  readonly signature?: string;
  readonly query?: Record<string, string | string[]>;
}

function buildWebhookRequest({
  id,
  requestId,
  signature,
  query = {},
}: WebhookParts): WebhookRequest {
  return {
    headers: { 'x-signature': signature, 'x-request-id': requestId },
    query: { ...(id === undefined ? {} : { 'data.id': id }), ...query },
    rawBody: Buffer.from('{"type":"payment","data":{"id":"987"}}'),
  };
}

const verifiedManifest: WebhookParts = {
  id: '123456789',
  requestId: 'c1b2-77',
  signature: `ts=1763640000,v1=${signatureVectors.seconds}`,
};

const readWebhook = (parts: WebhookParts, receivedAt = now) =>
  parseWebhookEvent(webhookSecret, receivedAt, buildWebhookRequest(parts));
/** Reads the valid webhook with some parts changed; returns its event or the error code of the refusal. */
const readWithChanges = (parts: WebhookParts) => {
  const webhook = readWebhook({ ...verifiedManifest, ...parts });
  return webhook.ok ? webhook.value : webhook.code;
};

/** Builds the signature header that is valid for this manifest. */
const signatureHeader = (manifest: string, ts = '1763640000') =>
  `ts=${ts},v1=${createHmac('sha256', webhookSecret).update(manifest).digest('hex')}`;

describe('webhooks of Mercado Pago', () => {
  it.each([
    ['seconds', verifiedManifest, 1_763_640_000_000],
    [
      'milliseconds',
      { ...verifiedManifest, signature: `ts=1763640000123,v1=${signatureVectors.milliseconds}` },
      1_763_640_000_123,
    ],
    [
      'no request id',
      { id: verifiedManifest.id, signature: `ts=1763640000,v1=${signatureVectors.noRequestId}` },
      1_763_640_000_000,
    ],
  ] as [string, WebhookParts, number][])(
    'are accepted with a valid signature: %s',
    (_case, parts, receivedAt) => {
      expect(readWebhook(parts)).toMatchObject({
        ok: true,
        value: { ref: { providerPaymentId: '123456789' }, occurredAt: new Date(receivedAt) },
      });
    },
  );

  it.each([
    ['as it stands', signatureVectors.upper],
    ['in lower case', signatureVectors.lower],
  ])('with an id with letters, signed %s, are accepted and lead to no payment', (_case, v1) => {
    const readResult = readWithChanges({ id: 'ORD01ABC', signature: `ts=1763640000,v1=${v1}` });
    expect(readResult).toMatchObject({ ref: null });
  });

  it('are read without their unsigned body', () => {
    const sameDelivery = {
      ...buildWebhookRequest(verifiedManifest),
      rawBody: Buffer.from('no JSON at all'),
    };
    expect(parseWebhookEvent(webhookSecret, now, sameDelivery)).toEqual(
      readWebhook(verifiedManifest),
    );
  });

  it.each([
    [
      'the signature of a webhook without an id',
      { signature: `ts=1763640000,v1=${signatureVectors.noId}` },
    ],
    ['no signature', { signature: '' }],
    [
      'a signature in capitals',
      { signature: `ts=1763640000,v1=${signatureVectors.seconds.toUpperCase()}` },
    ],
    [
      'blanks in the signature header',
      { signature: `ts=1763640000, v1=${signatureVectors.seconds}` },
    ],
    [
      'parts twice',
      { signature: `ts=1763640000,v1=${signatureVectors.seconds},v1=${signatureVectors.seconds}` },
    ],
    ['parts the other way round', { signature: `v1=${signatureVectors.seconds},ts=1763640000` }],
    [
      'too short a signature',
      { signature: `ts=1763640000,v1=${signatureVectors.seconds.slice(2)}` },
    ],
    ['letters of several bytes', { signature: `ts=1763640000,v1=${'é'.repeat(64)}` }],
    ['another payment', { id: '123456788' }],
    ['a payment twice', { id: ['123456789', '123456788'] }],
    ['the payment in a list', { id: ['123456789'] }],
    ['another request', { requestId: 'c1b2-78' }],
    ['two requests', { requestId: ['c1b2-77', 'c1b2-77'] }],
    ['no request', { requestId: undefined }],
  ] as [string, WebhookParts][])('are refused with %s', (_case, parts) => {
    expect(readWithChanges(parts)).toBe('webhook_unauthorized');
  });

  it('are refused when a part contains the separator of the parts', () => {
    const separatorInId = { id: '123456789;request-id:c1b2-77', requestId: undefined };
    expect(readWithChanges(separatorInId)).toBe('webhook_unauthorized');
    const separatorInRequestId = {
      id: undefined,
      requestId: '77;ts:1763640000',
      query: { topic: 'payment' },
    };
    const signature = signatureHeader('request-id:77;ts:1763640000;ts:1763640000;');
    expect(readWithChanges({ ...separatorInRequestId, signature })).toBe('webhook_unauthorized');
  });

  it('are refused with any byte changed', () => {
    const [ts, v1 = ''] = verifiedManifest.signature?.split(',v1=') ?? [];
    for (let position = 0; position < v1.length; position += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64]) {
        const otherCharacter = String.fromCharCode(v1.charCodeAt(position) ^ bit);
        const forgedSignature = v1.slice(0, position) + otherCharacter + v1.slice(position + 1);
        expect(readWithChanges({ signature: `${ts},v1=${forgedSignature}` })).toBe(
          'webhook_unauthorized',
        );
      }
    }
  });

  it.each([
    ['seconds', '1763640000', 300_999, true],
    ['seconds', '1763640000', 301_000, false],
    ['seconds', '1763640000', -300_000, true],
    ['seconds', '1763640000', -300_001, false],
    ['milliseconds', '1763640000123', 300_123, true],
    ['milliseconds', '1763640000123', 300_124, false],
    ['milliseconds', '1763640000123', -299_877, true],
    ['milliseconds', '1763640000123', -299_878, false],
  ])(
    'signed in %s at %s and read %d ms later are accepted: %s',
    (_unit, ts, delayMs, isAccepted) => {
      const signature = signatureHeader(`id:123456789;request-id:c1b2-77;ts:${ts};`, ts);
      const webhook = readWebhook(
        { ...verifiedManifest, signature },
        new Date(now.getTime() + delayMs),
      );
      expect(webhook.ok ? true : webhook.code).toBe(isAccepted || 'webhook_unauthorized');
    },
  );

  it('have one event id for a delivery, whatever the unsigned parts are', () => {
    const firstEvent = readWithChanges({});
    expect(readWithChanges({ query: { source_news: 'webhooks', type: 'payment' } })).toEqual(
      firstEvent,
    );
    const laterSignature = signatureHeader(
      'id:123456789;request-id:c1b2-77;ts:1763640001;',
      '1763640001',
    );
    const requestSignature = signatureHeader('id:123456789;request-id:c1b2-78;ts:1763640000;');
    const otherEvents = [
      readWithChanges({ signature: laterSignature }),
      readWithChanges({ requestId: 'c1b2-78', signature: requestSignature }),
      readWithChanges({ signature: `ts=1763640000123,v1=${signatureVectors.milliseconds}` }),
      readWithChanges({
        requestId: undefined,
        signature: `ts=1763640000,v1=${signatureVectors.noRequestId}`,
      }),
    ];
    const ids = [firstEvent, ...otherEvents].map((event) =>
      typeof event === 'string' ? event : event.eventId,
    );
    expect(new Set(ids).size).toBe(5);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['the test notification of the panel', { query: { type: 'payment' } }, true],
    ['one that does not say its kind', {}, true],
    ['an order of theirs', { query: { type: 'topic_merchant_order_wh' } }, false],
    ['kinds in a list', { query: { type: ['payment', 'payment'] } }, false],
    ['one of the older kind', { query: { topic: 'merchant_order', id: '1' } }, false],
  ] as [string, WebhookParts, boolean][])(
    'lead only to payments: %s',
    (_case, parts, isPayment) => {
      expect(readWithChanges(parts)).toMatchObject({
        ref: isPayment ? { providerPaymentId: '123456789' } : null,
      });
    },
  );

  it.each(['topic_chargebacks_wh', 'chargebacks'])('of the type %s lead to chargebacks', (type) => {
    expect(readWithChanges({ query: { type } })).toMatchObject({
      ref: { providerChargebackId: '123456789' },
    });
  });

  it('of the older kind, without a signed id, are ignored', () => {
    const partsWithoutId = {
      id: undefined,
      signature: `ts=1763640000,v1=${signatureVectors.noId}`,
    };
    const query = { topic: 'payment', id: '123456789' };
    expect(readWithChanges({ ...partsWithoutId, query })).toMatchObject({ ref: null });
    expect(readWithChanges(partsWithoutId)).toBe('malformed_request');
  });
});
