import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMercadoPagoFixture,
  type MercadoPagoFixture,
} from '../../../test/peers/mercado-pago/fixture.ts';

let fixture: MercadoPagoFixture;
beforeAll(async () => {
  fixture = await createMercadoPagoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.peer.requests.length = 0;
});

const HUNDRED_DAYS_MS = 100 * 86_400_000;

/** An order that was paid by card a hundred days ago. */
async function createOldPaidOrder(orderId?: string) {
  const request = fixture.request(orderId === undefined ? {} : { orderId });
  const checkout = await fixture.provider.createCheckout(request);
  if (!checkout.ok) throw new Error(checkout.code);
  const payment = fixture.peer.state.pay(checkout.value.providerCheckoutId, 'card');
  fixture.clock.advance(HUNDRED_DAYS_MS);
  const { providerCheckoutId } = checkout.value;
  return { orderId: request.orderId, providerCheckoutId, id: payment.id };
}

const lookUpPayment = (id: number) => fixture.provider.lookup({ providerPaymentId: String(id) });
const countOrderRequests = () =>
  fixture.peer.requests.filter(({ path }) => /^\/merchant_orders\/\d+$/.test(path)).length;

describe('an order that is too old for the searches of Mercado Pago', () => {
  it('is found by a payment of it, which may be charged back half a year later', async () => {
    const { orderId, providerCheckoutId, id } = await createOldPaidOrder();
    const expectedRecord = { orderId, providerCheckoutId, amount: 4990, amountPaid: 4990 };
    expect(await lookUpPayment(id)).toMatchObject({ value: { ...expectedRecord, status: 'paid' } });
    fixture.peer.state.changePayment(id, { status: 'charged_back', status_detail: 'settled' });
    fixture.clock.advance(3_600_000);
    expect(await lookUpPayment(id)).toMatchObject({
      value: {
        ...expectedRecord,
        status: 'refunded',
        chargebacks: [{ amount: 4990, status: 'lost' }],
      },
    });
  });

  it('is found by its checkout', async () => {
    const { orderId, providerCheckoutId } = await createOldPaidOrder();
    expect(await fixture.provider.lookup({ orderId, providerCheckoutId })).toMatchObject({
      value: { orderId, status: 'paid', amountPaid: 4990 },
    });
    expect(countOrderRequests()).toBe(0);
  });

  it.each([
    ['of another order', { external_reference: '0199b000-0000-7000-8000-000000099999' }],
    ['without a checkout', { preference_id: null }],
    ['with a checkout that is no id', { preference_id: '../../users/me' }],
  ])(
    'is unavailable when the provider answers with a merchant order %s',
    async (_what, overrides) => {
      const { orderId, providerCheckoutId, id } = await createOldPaidOrder();
      const body = { external_reference: orderId, preference_id: providerCheckoutId, ...overrides };
      fixture.peer.script('GET /merchant_orders/4', { status: 200, body });
      expect(await lookUpPayment(id)).toMatchObject({ code: 'payment_unavailable' });
      expect(await lookUpPayment(id)).toMatchObject({ value: { orderId } });
    },
  );

  it('is ignored when it belongs to another shop', async () => {
    const { id } = await createOldPaidOrder('pedido 17 de outra loja');
    expect(await lookUpPayment(id)).toMatchObject({ code: 'not_found' });
    expect(countOrderRequests()).toBe(0);
  });
});
