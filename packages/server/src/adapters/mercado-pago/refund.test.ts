import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMercadoPagoFixture,
  type MercadoPagoFixture,
} from '../../../test/peers/mercado-pago/fixture.ts';
import { mercadoPagoError } from '../../../test/peers/mercado-pago/protocol.ts';

let fixture: MercadoPagoFixture;
beforeAll(async () => {
  fixture = await createMercadoPagoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.peer.state.settings, { indexDelayMs: 0, refundsAre: 'approved' });
});

/** An order that was paid this many times with R$ 49,90. */
async function createPaid(times = 1) {
  const request = fixture.request();
  const made = await fixture.provider.createCheckout(request);
  if (!made.ok) throw new Error(made.code);
  const payments = Array.from({ length: times }, () =>
    fixture.peer.state.pay(made.value.providerCheckoutId, 'pix'),
  );
  const { orderId } = request;
  const providerPaymentId = String(payments[0]?.id);
  const back = (amount: number, idempotencyKey = 'r1') =>
    fixture.provider.refund({
      ...{ orderId, providerPaymentId, amount },
      idempotencyKey: `${idempotencyKey}-${orderId}`,
    });
  const facts = async () => {
    const found = await fixture.provider.lookup({ orderId });
    return found.ok ? found.value : null;
  };
  return { orderId, payments, back, facts };
}

const succeeded = { ok: true, value: { status: 'succeeded' } };
const refusedRefund = { ok: false, code: 'payment_processed' };
const unavailableResult = { ok: false, code: 'payment_unavailable' };

describe('refunds at Mercado Pago', () => {
  it('are pending until they are final, whatever the first answer of the key was', async () => {
    const { back, facts } = await createPaid();
    fixture.peer.state.settings.refundsAre = 'in_process';
    const first = await back(1990);
    expect(first).toMatchObject({ value: { status: 'pending' } });
    expect(await facts()).toMatchObject({ status: 'paid', amountRefunded: 0 });
    fixture.peer.state.finishRefunds('approved');
    expect(await back(1990)).toEqual({
      ok: true,
      value: { ...(first.ok ? first.value : {}), status: 'succeeded' },
    });
    expect(await facts()).toMatchObject({ status: 'paid', amountRefunded: 1990 });
    expect(await back(3000, 'r2')).toMatchObject({ value: { status: 'pending' } });
    fixture.peer.state.finishRefunds('rejected');
    expect(await back(3000, 'r2')).toMatchObject({ value: { status: 'failed' } });
  });

  it('reach every payment of an order that was paid more than once', async () => {
    const { back, facts } = await createPaid(3);
    expect(await back(4990, 'over')).toMatchObject(succeeded);
    expect(await back(9980, 'rest')).toMatchObject(succeeded);
    expect(await facts()).toMatchObject({ status: 'refunded', amountRefunded: 14_970 });
    expect(await back(1, 'more')).toMatchObject(refusedRefund);
  });

  it.each([0, 1, 2])('move nothing twice after a crash at call %d', async (call) => {
    const { back, facts } = await createPaid(3);
    fixture.peer.script(
      '/refunds',
      ...Array.from({ length: call }, () => 'normal' as const),
      'answer_lost',
    );
    expect(await back(9980)).toMatchObject(unavailableResult);
    for (let more = 0; more < 3; more += 1) expect(await back(9980)).toMatchObject(succeeded);
    expect(await facts()).toMatchObject({ amountPaid: 14_970, amountRefunded: 9980 });
  });

  it('whose answer was lost stay with their payment after another lookup', async () => {
    const { orderId, facts } = await createPaid(3);
    fixture.peer.script('/refunds', 'answer_lost');
    const again = async () => {
      const providerPaymentId = (await facts())?.providerPaymentId ?? '';
      const request = { orderId, providerPaymentId, amount: 4990, idempotencyKey: `r1-${orderId}` };
      return fixture.provider.refund(request);
    };
    expect(await again()).toMatchObject(unavailableResult);
    expect(await again()).toMatchObject(succeeded);
    expect(await facts()).toMatchObject({ amountPaid: 14_970, amountRefunded: 4990 });
  });

  it('never pass what was paid, by any number of payments and races', async () => {
    const { back, facts } = await createPaid(2);
    expect(await back(9981, 'too much')).toMatchObject(refusedRefund);
    expect((await facts())?.amountRefunded).toBe(0);
    const made = await Promise.all(Array.from({ length: 12 }, (_, each) => back(4990, `${each}`)));
    expect(made.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await facts()).toMatchObject({ status: 'refunded', amountRefunded: 9980 });
  });

  it.each([
    ['an empty account of the shop', mercadoPagoError(400, 4299), unavailableResult],
    ['a key that is in use', mercadoPagoError(404, 2032), unavailableResult],
    ['a token that is no good', mercadoPagoError(401, 401), unavailableResult],
    ['a payment that is too old', mercadoPagoError(404, 2024), refusedRefund],
    ['no parts', mercadoPagoError(404, 3024), refusedRefund],
  ])('are refused for now or for good: %s', async (_case, answer, outcome) => {
    const { back } = await createPaid();
    fixture.peer.script('/refunds', answer);
    expect(await back(100)).toMatchObject(outcome);
    expect(await back(100)).toMatchObject(succeeded);
  });

  it.each([
    ['a code', mercadoPagoError(404, 2032)],
    ['a status', mercadoPagoError(409, 'conflict')],
  ])(
    'take nothing from another payment while their key is in use, recognised by %s',
    async (_how, busy) => {
      const { back, facts } = await createPaid(2);
      fixture.peer.script('/refunds', 'answer_lost', busy);
      for (let call = 0; call < 2; call += 1)
        expect(await back(4990)).toMatchObject(unavailableResult);
      expect(await back(4990)).toMatchObject(succeeded);
      expect(await facts()).toMatchObject({ amountPaid: 9980, amountRefunded: 4990 });
    },
  );

  it('are final when an unknown refusal meets a payment with nothing left', async () => {
    const { back, payments } = await createPaid();
    fixture.peer.state.returnMoney(payments[0]?.id ?? 0, 49);
    fixture.peer.script('/refunds', mercadoPagoError(400, 9999), mercadoPagoError(400, 9999));
    expect(await back(91)).toMatchObject(refusedRefund);
    expect(await back(90)).toMatchObject(unavailableResult);
    expect(await back(90)).toMatchObject(succeeded);
  });
});
