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
      value: {
        amountPaid: 4990,
        chargebacks: [{ provisionalId: String(id), amount: 1500, status: 'open' }],
      },
    });
  });

  it('is available at once when the case itself is looked up', async () => {
    const { id } = await createPaidOrder();
    fixture.peer.state.settings.indexDelayMs = 30 * MINUTE_MS;
    const { id: providerChargebackId } = fixture.peer.state.chargeBack(id, 15);
    expect(await fixture.provider.lookup({ providerChargebackId })).toMatchObject({
      value: {
        chargebacks: [{ id: `${id}-${providerChargebackId}`, amount: 1500, status: 'open' }],
      },
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
      value: { chargebacks: [{ id: String(id), provisionalId: String(id), amount: 4990, status }] },
    });
  });
});

describe('a payment that is charged back more than once', () => {
  it('has a chargeback for each case, with an id that does not depend on which cases are found', async () => {
    const { id, lookUp } = await createPaidOrder();
    const firstCase = fixture.peer.state.chargeBack(id, 20);
    fixture.peer.state.decideChargeback(firstCase.id, true);
    fixture.clock.advance(MINUTE_MS);
    const secondCase = fixture.peer.state.chargeBack(id, 30);
    const first = { id: `${id}-${firstCase.id}`, amount: 2000, status: 'won' };
    const second = { id: `${id}-${secondCase.id}`, amount: 3000, status: 'open' };
    expect(await lookUp()).toMatchObject({ value: { chargebacks: [first, second] } });
    expect(await fixture.provider.lookup({ providerChargebackId: secondCase.id })).toMatchObject({
      value: { chargebacks: [first, second] },
    });
    fixture.peer.state.settings.indexDelayMs = 30 * MINUTE_MS;
    expect(await fixture.provider.lookup({ providerChargebackId: secondCase.id })).toMatchObject({
      value: { chargebacks: [second] },
    });
    fixture.peer.state.settings.indexDelayMs = 0;
    fixture.peer.state.decideChargeback(secondCase.id, false);
    expect(await lookUp()).toMatchObject({
      value: { chargebacks: [first, { ...second, status: 'lost' }] },
    });
  });

  it('keeps the decision of each case apart, also before the payment shows the second one', async () => {
    const { id, lookUp } = await createPaidOrder();
    const firstCase = fixture.peer.state.chargeBack(id);
    fixture.peer.state.decideChargeback(firstCase.id, true);
    fixture.clock.advance(MINUTE_MS);
    fixture.peer.state.chargeBack(id);
    fixture.peer.state.changePayment(id, { status_detail: 'reimbursed' });
    expect(await lookUp()).toMatchObject({
      value: { chargebacks: [{ status: 'won' }, { status: 'open' }] },
    });
  });

  it('has the first case also while only the second one is reported and the payment is not contested', async () => {
    const { id } = await createPaidOrder();
    const firstCase = fixture.peer.state.chargeBack(id, 20);
    fixture.peer.state.decideChargeback(firstCase.id, true);
    fixture.clock.advance(MINUTE_MS);
    const secondCase = fixture.peer.state.chargeBack(id, 30);
    fixture.peer.state.changePayment(id, { status: 'approved', status_detail: 'accredited' });
    expect(await fixture.provider.lookup({ providerChargebackId: secondCase.id })).toMatchObject({
      value: { chargebacks: [{ id: `${id}-${firstCase.id}` }, { id: `${id}-${secondCase.id}` }] },
    });
  });

  it('counts nothing as refunded when Mercado Pago reports what the bank took as refunded', async () => {
    const { id, lookUp } = await createPaidOrder();
    const firstCase = fixture.peer.state.chargeBack(id);
    fixture.peer.state.decideChargeback(firstCase.id, true);
    fixture.clock.advance(MINUTE_MS);
    fixture.peer.state.chargeBack(id);
    fixture.peer.state.changePayment(id, { transaction_amount_refunded: 49.9 });
    expect(await lookUp()).toMatchObject({ value: { amountPaid: 4990, amountRefunded: 0 } });
  });
});
