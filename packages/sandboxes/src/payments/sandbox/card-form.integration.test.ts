import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  checkoutsOf,
  submitForm,
} from '../../../../server/test/fixtures/clients/checkout-visitor.ts';
import {
  createPaymentSandboxFixture,
  type PaymentSandboxFixture,
} from '../../../../server/test/peers/payment-sandbox-fixture.ts';
import { testCards } from './test-card.ts';

let fixture: PaymentSandboxFixture;
const { open, statusOf } = checkoutsOf(() => fixture);

beforeAll(async () => {
  fixture = await createPaymentSandboxFixture({ firstAttemptMs: 100 });
});
afterAll(() => fixture?.close());

describe('the card form', () => {
  const validCard = { number: testCards.approves, name: 'Ana Souza', expiry: '12/30', cvv: '987' };

  it('pays with the card that approves', async () => {
    const { url, orderId, returnUrl } = await open();
    const response = await submitForm(`${url}/card`, validCard);
    expect(response.headers.get('location')).toBe(returnUrl);
    const payment = await fixture.provider.lookup({ orderId });
    expect(payment).toMatchObject({ value: { status: 'paid', method: 'card' } });
  });

  it('declines with the card that declines', async () => {
    const { url, orderId } = await open();
    const response = await submitForm(`${url}/card`, { ...validCard, number: testCards.declines });
    expect(response.headers.get('location')).toBe(`${new URL(url).pathname}?metodo=card`);
    expect(await statusOf(orderId)).toBe('declined');
  });

  it('marks invalid fields, and never repeats a card number or code', async () => {
    const { url, orderId } = await open();
    const number = '5555 5555 5555 4444';
    const response = await submitForm(`${url}/card`, { ...validCard, number, expiry: '99/99' });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).toContain('Aqui só valem os cartões de teste.');
    expect(text).toContain('aria-describedby="cartao-expiry-erro"');
    expect(text).toContain('value="Ana Souza"');
    // Port, checkout id and Pix code are left out, because they are random and may contain the searched digits.
    const shownText = text
      .replaceAll(fixture.address(), '')
      .replaceAll(new URL(url).pathname, '')
      .replace(/00020101.*?6304[0-9A-F]{4}/g, '');
    expect(shownText).not.toContain('5555');
    expect(shownText).not.toContain('987');
    expect(await statusOf(orderId)).toBe('pending');
  });
});
