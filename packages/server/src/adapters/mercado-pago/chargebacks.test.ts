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
  fixture.peer.state.settings.indexDelayMs = 0;
});

const MINUTE_MS = 60_000;
const unavailableResult = { ok: false, code: 'payment_unavailable' };

/** An order of R$ 49,90 that was paid by card ten days ago. */
async function createPaidOrder() {
  const { orderId, ...request } = fixture.request();
  const checkout = await fixture.provider.createCheckout({ orderId, ...request });
  if (!checkout.ok) throw new Error(checkout.code);
  const { id } = fixture.peer.state.pay(checkout.value.providerCheckoutId, 'card');
  fixture.clock.advance(10 * 86_400_000);
  const lookUp = () => fixture.provider.lookup({ orderId });
  return { id, lookUp };
}

describe('a payment that is charged back before its case is found', () => {
  it('is unavailable until the case tells how much the bank takes', async () => {
    const { id, lookUp } = await createPaidOrder();
    fixture.peer.state.settings.indexDelayMs = 30 * MINUTE_MS;
    fixture.peer.state.chargeBack(id, 15);
    expect(await lookUp()).toEqual(unavailableResult);
    fixture.clock.advance(30 * MINUTE_MS);
    expect(await lookUp()).toMatchObject({
      value: { amountPaid: 4990, chargebacks: [{ id: String(id), amount: 1500, status: 'open' }] },
    });
  });

  it('is available at once when the case itself is looked up', async () => {
    const { id } = await createPaidOrder();
    fixture.peer.state.settings.indexDelayMs = 30 * MINUTE_MS;
    const { id: providerChargebackId } = fixture.peer.state.chargeBack(id, 15);
    expect(await fixture.provider.lookup({ providerChargebackId })).toMatchObject({
      value: { chargebacks: [{ id: String(id), amount: 1500, status: 'open' }] },
    });
  });

  it.each([
    ['in_process', 'open'],
    ['settled', 'lost'],
  ])('loses its whole amount after an hour without a case: %s', async (status_detail, status) => {
    const { id, lookUp } = await createPaidOrder();
    fixture.peer.state.changePayment(id, { status: 'charged_back', status_detail });
    fixture.clock.advance(59 * MINUTE_MS);
    expect(await lookUp()).toEqual(unavailableResult);
    fixture.clock.advance(MINUTE_MS);
    expect(await lookUp()).toMatchObject({
      value: { chargebacks: [{ id: String(id), amount: 4990, status }] },
    });
  });
});
