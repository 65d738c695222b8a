import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkoutsOf,
  pressPageButton,
  readForm,
  submitForm,
} from '../../../../server/test/fixtures/clients/checkout-visitor.ts';
import {
  createPaymentSandboxFixture,
  type PaymentSandboxFixture,
} from '../../../../server/test/peers/payment-sandbox-fixture.ts';

let fixture: PaymentSandboxFixture;
const { open, statusOf } = checkoutsOf(() => fixture);
beforeAll(async () => {
  fixture = await createPaymentSandboxFixture();
});
afterAll(() => fixture?.close());

/** Creates a paid checkout whose webhooks have arrived. */
async function createPaidCheckout() {
  const checkout = await open();
  await pressPageButton(`${checkout.url}/approve`);
  await fixture.idle();
  return checkout;
}
const pressButton = async (url: string) => {
  const { status, body } = await pressPageButton(url);
  return [status, (body as { status?: string }).status];
};

describe('chargebacks by the bank, requested by scripts', () => {
  it('take a payment back and are decided, and a lost one can still be won', async () => {
    const { url, orderId } = await createPaidCheckout();
    const webhookCount = fixture.webhooks.length;
    expect(await pressButton(`${url}/chargeback`)).toEqual([200, 'open']);
    expect(await pressButton(`${url}/chargeback/lost`)).toEqual([200, 'lost']);
    expect(await statusOf(orderId)).toBe('refunded');
    expect(await pressButton(`${url}/chargeback/won`)).toEqual([200, 'won']);
    expect(await statusOf(orderId)).toBe('paid');
    await fixture.idle();
    expect(fixture.webhooks.length).toBe(webhookCount + 3);
  });

  it('give the same answer to a repeated step, and one notification', async () => {
    const { url } = await createPaidCheckout();
    const webhookCount = fixture.webhooks.length;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => pressButton(`${url}/chargeback`)),
    );
    expect(new Set(answers.map(String))).toEqual(new Set(['200,open']));
    expect(await pressButton(`${url}/chargeback/won`)).toEqual([200, 'won']);
    expect(await pressButton(`${url}/chargeback/won`)).toEqual([200, 'won']);
    await fixture.idle();
    expect(fixture.webhooks.length).toBe(webhookCount + 2);
  });

  it('are refused where the payment does not allow them', async () => {
    const { url } = await open();
    expect((await pressButton(`${url}/chargeback`))[0]).toBe(409);
    await pressPageButton(`${url}/approve`);
    expect((await pressButton(`${url}/chargeback/won`))[0]).toBe(409);
    await pressButton(`${url}/chargeback`);
    await pressButton(`${url}/chargeback/won`);
    // A chargeback that the bank decided for the shop (`won`) cannot change any more.
    expect(await pressButton(`${url}/chargeback/lost`)).toEqual([409, 'won']);
    expect(await pressButton(`${url}/chargeback`)).toEqual([409, 'won']);
    const unknownUrl = url.replace(/chk_[\w-]+$/, 'chk_nobody');
    expect((await pressButton(`${unknownUrl}/chargeback`))[0]).toBe(404);
  });

  it('can take a part of a payment', async () => {
    const { url, orderId } = await createPaidCheckout();
    const answer = await fetch(`${url}/chargeback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 100 }),
    });
    expect(answer.status).toBe(200);
    expect(await fixture.provider.lookup({ orderId })).toMatchObject({
      value: { status: 'paid', chargebacks: [{ amount: 100, status: 'open' }] },
    });
    const oddResponse = await fetch(`${url}/chargeback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ amount: -1 }),
    });
    expect(oddResponse.status).toBe(400);
  });
});

describe('chargebacks by the bank, on the page', () => {
  it('are offered where the payment allows them', async () => {
    const { url } = await open();
    expect((await readForm(url)).text).not.toContain('Simular contestação');
    await pressPageButton(`${url}/approve`);
    expect((await readForm(url)).text).toContain('Simular contestação no banco');
    const answer = await submitForm(`${url}/chargeback`, {});
    expect(answer.status).toBe(303);
    const contestedText = (await readForm(url)).text;
    expect(contestedText).toContain('Pagamento contestado');
    expect(contestedText).toContain('Decidir a favor da loja');
    await submitForm(`${url}/chargeback/won`, {});
    const textAfterDecision = (await readForm(url)).text;
    expect(textAfterDecision).toContain('Pagamento confirmado');
    expect(textAfterDecision).not.toContain('Decidir');
  });
});
