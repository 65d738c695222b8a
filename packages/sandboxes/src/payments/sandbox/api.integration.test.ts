import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createPaymentSandboxFixture,
  fixtureApiKey,
  type PaymentSandboxFixture,
} from '../../../../server/test/peers/payment-sandbox-fixture.ts';

let fixture: PaymentSandboxFixture;

beforeAll(async () => {
  fixture = await createPaymentSandboxFixture();
});
afterAll(() => fixture?.close());

async function callPaymentApi(
  method: string,
  path: string,
  body?: unknown,
  headerChanges: Record<string, string> = {},
) {
  const response = await fetch(`${fixture.address()}/sandbox/payments/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${fixtureApiKey}`,
      'content-type': 'application/json',
      'idempotency-key': 'k',
      ...headerChanges,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const checkoutBody = {
  orderId: 'order-1',
  reference: 'GLD7K2M',
  title: 'Treino de mira',
  amount: 4500,
  returnUrl: 'https://shop.example/success?payment=order-1',
  expiresAt: '2026-11-20T13:00:00.000Z',
};

describe('the sandbox API', () => {
  it.each([undefined, '', 'Bearer', 'Bearer wrong', `bearer ${fixtureApiKey}`, fixtureApiKey])(
    'refuses the authorization "%s" without its key',
    async (authorization) => {
      const headerChanges = { authorization: authorization ?? '' };
      for (const [method, path] of [
        ['POST', 'checkouts'],
        ['GET', 'checkouts?orderId=order-1'],
        ['GET', 'checkouts/chk_aaaaaaaaaaaa'],
        ['POST', 'checkouts/chk_aaaaaaaaaaaa/expire'],
        ['POST', 'payments/pay_aaaaaaaaaaaa/refunds'],
      ] as const) {
        expect(
          (await callPaymentApi(method, path, method === 'POST' ? {} : undefined, headerChanges))
            .status,
        ).toBe(401);
      }
    },
  );

  it('creates a checkout once for each key', async () => {
    const firstAnswer = await callPaymentApi('POST', 'checkouts', checkoutBody);
    expect(firstAnswer).toMatchObject({
      status: 201,
      body: { orderId: 'order-1', status: 'pending', amount: 4500, payment: null },
    });
    expect(await callPaymentApi('POST', 'checkouts', checkoutBody)).toEqual({
      ...firstAnswer,
      status: 200,
    });
    expect(await callPaymentApi('GET', `checkouts/${firstAnswer.body.id}`)).toEqual({
      ...firstAnswer,
      status: 200,
    });
    expect(await callPaymentApi('POST', 'checkouts', { ...checkoutBody, amount: 1 })).toMatchObject(
      {
        status: 409,
        body: { code: 'idempotency_mismatch' },
      },
    );
  });

  it.each([
    ['amount', 0],
    ['amount', 45.5],
    ['amount', '4500'],
    ['amount', 1e12],
    ['orderId', ''],
    ['orderId', 'a\0b'],
    ['title', null],
    ['title', 'x\0'],
    ['reference', 'x'.repeat(41)],
    ['returnUrl', 'javascript:alert(1)'],
    ['returnUrl', '/success'],
    ['expiresAt', 'soon'],
  ])('refuses %s %j', async (name, value) => {
    const input = { ...checkoutBody, orderId: 'order-bad', [name]: value };
    expect(await callPaymentApi('POST', 'checkouts', input)).toMatchObject({
      status: 400,
      body: { code: 'invalid_input' },
    });
  });

  it.each(['orderId=', 'orderId=a%00', 'orderId=a&orderId=b', ''])(
    'refuses the query "%s"',
    async (query) => {
      expect((await callPaymentApi('GET', `checkouts?${query}`)).status).toBe(400);
    },
  );

  it.each(['%00', 'x', "pay_'", 'pay_%00', '..%2f'])('has no payment "%s"', async (id) => {
    expect((await callPaymentApi('GET', `payments/${id}`)).status).toBe(404);
    expect((await callPaymentApi('GET', `checkouts/${id}`)).status).toBe(404);
    expect((await callPaymentApi('POST', `checkouts/${id}/expire`, {})).status).toBe(404);
    expect((await callPaymentApi('POST', `payments/${id}/refunds`, { amount: 1 })).status).toBe(
      404,
    );
  });

  it('refuses a refund without a key or with an invalid amount', async () => {
    const path = 'payments/pay_aaaaaaaaaaaa/refunds';
    for (const amount of [0, -1, 1.5, '1', null]) {
      expect((await callPaymentApi('POST', path, { amount })).status).toBe(400);
    }
    expect(
      (await callPaymentApi('POST', path, { amount: 1 }, { 'idempotency-key': '' })).status,
    ).toBe(400);
  });

  it('fails as often as configured', async () => {
    const fail = (body: unknown) =>
      fetch(`${fixture.address()}/dev/payments-failure`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    expect((await fail({ status: 502, times: 2 })).status).toBe(200);
    const statuses = [];
    for (let round = 0; round < 3; round += 1) {
      statuses.push((await callPaymentApi('GET', 'checkouts?orderId=order-1')).status);
    }
    expect(statuses).toEqual([502, 502, 200]);
    await fail({ status: 500, times: 9 });
    expect(await fixture.provider.lookup({ orderId: 'order-1' })).toMatchObject({
      code: 'payment_unavailable',
    });
    await fail({ status: 500, times: 0 });
    expect((await fixture.provider.lookup({ orderId: 'order-1' })).ok).toBe(true);
    for (const badBody of [{}, { status: 200, times: 1 }, { status: 500, times: -1 }, null]) {
      expect((await fail(badBody)).status).toBe(400);
    }
  });
});
