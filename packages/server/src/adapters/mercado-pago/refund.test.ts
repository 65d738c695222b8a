import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createMercadoPagoFixture,
  type MercadoPagoFixture,
} from '../../../test/peers/mercado-pago/fixture.ts';
import { mercadoPagoError } from '../../../test/peers/mercado-pago/protocol.ts';
import type { PaymentProvider, RefundRequest } from '../../ports/payment-provider.ts';

let fixture: MercadoPagoFixture;
beforeAll(async () => {
  fixture = await createMercadoPagoFixture();
});
afterAll(() => fixture.close());
beforeEach(() => {
  Object.assign(fixture.peer.state.settings, { indexDelayMs: 0, refundsAre: 'approved' });
});

/** An order that was paid this many times with R$ 49,90. */
async function createPaidOrder(paymentCount = 1) {
  const request = fixture.request();
  const createdCheckout = await fixture.provider.createCheckout(request);
  if (!createdCheckout.ok) throw new Error(createdCheckout.code);
  const payments = Array.from({ length: paymentCount }, () =>
    fixture.peer.state.pay(createdCheckout.value.providerCheckoutId, 'pix'),
  );
  const { orderId } = request;
  const providerPaymentId = String(payments[0]?.id);
  const refund = (amount: number, idempotencyKey = 'r1', changes: Partial<RefundRequest> = {}) =>
    fixture.provider.refund({
      ...{ orderId, providerPaymentId, amount },
      idempotencyKey: `${idempotencyKey}-${orderId}`,
      ...changes,
    });
  const lookUp = async () => {
    const lookupResult = await fixture.provider.lookup({ orderId });
    return lookupResult.ok ? lookupResult.value : null;
  };
  return { orderId, payments, refund, lookUp };
}

/** Lets Mercado Pago forget all keys; returns what a request for a refund with a lost answer says. */
function loseAnswers(otherRefundIds: readonly string[] = []) {
  const notBefore = fixture.clock.now();
  fixture.clock.advance(2 * 3_600_000);
  fixture.peer.state.refundsByKey.clear();
  return { lostAnswer: { notBefore, otherRefundIds } };
}

const refundIdOf = (result: Awaited<ReturnType<PaymentProvider['refund']>>): string =>
  result.ok ? result.value.refundId : '';

const succeededRefund = { ok: true, value: { status: 'succeeded' } };
const refundRefusal = { ok: false, code: 'payment_processed' };
const unavailableResult = { ok: false, code: 'payment_unavailable' };

describe('refunds at Mercado Pago', () => {
  it('are pending until they are final, whatever was first answered for their key', async () => {
    const { refund, lookUp } = await createPaidOrder();
    fixture.peer.state.settings.refundsAre = 'in_process';
    const firstRefund = await refund(1990);
    expect(firstRefund).toMatchObject({ value: { status: 'pending' } });
    expect(await lookUp()).toMatchObject({ status: 'paid', amountRefunded: 0 });
    fixture.peer.state.finishRefunds('approved');
    expect(await refund(1990)).toEqual({
      ok: true,
      value: { ...(firstRefund.ok ? firstRefund.value : {}), status: 'succeeded' },
    });
    expect(await lookUp()).toMatchObject({ status: 'paid', amountRefunded: 1990 });
    expect(await refund(3000, 'r2')).toMatchObject({ value: { status: 'pending' } });
    fixture.peer.state.finishRefunds('rejected');
    expect(await refund(3000, 'r2')).toMatchObject({ value: { status: 'failed' } });
  });

  it('reach every payment of an order that was paid more than once', async () => {
    const { refund, lookUp } = await createPaidOrder(3);
    expect(await refund(4990, 'over')).toMatchObject(succeededRefund);
    expect(await refund(9980, 'rest')).toMatchObject(succeededRefund);
    expect(await lookUp()).toMatchObject({ status: 'refunded', amountRefunded: 14_970 });
    expect(await refund(1, 'more')).toMatchObject(refundRefusal);
  });

  it.each([0, 1, 2])('move no money twice after a crash at call %d', async (call) => {
    const { refund, lookUp } = await createPaidOrder(3);
    fixture.peer.script(
      '/refunds',
      ...Array.from({ length: call }, () => 'normal' as const),
      'answer_lost',
    );
    expect(await refund(9980)).toMatchObject(unavailableResult);
    for (let refundCount = 0; refundCount < 3; refundCount += 1)
      expect(await refund(9980)).toMatchObject(succeededRefund);
    expect(await lookUp()).toMatchObject({ amountPaid: 14_970, amountRefunded: 9980 });
  });

  it('whose answer was lost stay with their payment after another lookup', async () => {
    const { orderId, lookUp } = await createPaidOrder(3);
    fixture.peer.script('/refunds', 'answer_lost');
    const refundAgain = async () => {
      const providerPaymentId = (await lookUp())?.providerPaymentId ?? '';
      const request = { orderId, providerPaymentId, amount: 4990, idempotencyKey: `r1-${orderId}` };
      return fixture.provider.refund(request);
    };
    expect(await refundAgain()).toMatchObject(unavailableResult);
    expect(await refundAgain()).toMatchObject(succeededRefund);
    expect(await lookUp()).toMatchObject({ amountPaid: 14_970, amountRefunded: 4990 });
  });

  it('never exceed what was paid, also with several payments and concurrent refunds', async () => {
    const { refund, lookUp } = await createPaidOrder(2);
    expect(await refund(9981, 'too much')).toMatchObject(refundRefusal);
    expect((await lookUp())?.amountRefunded).toBe(0);
    const refundResults = await Promise.all(
      Array.from({ length: 12 }, (_, index) => refund(4990, `${index}`)),
    );
    expect(refundResults.filter(({ ok }) => ok)).toHaveLength(2);
    expect(await lookUp()).toMatchObject({ status: 'refunded', amountRefunded: 9980 });
  });

  it.each([
    ['an empty account of the shop', mercadoPagoError(400, 4299), unavailableResult],
    ['a key that is in use', mercadoPagoError(404, 2032), unavailableResult],
    ['an invalid token', mercadoPagoError(401, 401), unavailableResult],
    ['a payment that is too old', mercadoPagoError(404, 2024), refundRefusal],
    ['a payment that cannot be refunded in parts', mercadoPagoError(404, 3024), refundRefusal],
  ])('are refused temporarily or finally: %s', async (_case, answer, outcome) => {
    const { refund } = await createPaidOrder();
    fixture.peer.script('/refunds', answer);
    expect(await refund(100)).toMatchObject(outcome);
    expect(await refund(100)).toMatchObject(succeededRefund);
  });

  it.each([
    ['a code', mercadoPagoError(404, 2032)],
    ['a status', mercadoPagoError(409, 'conflict')],
  ])(
    'take nothing from another payment while their key is in use, recognised by %s',
    async (_how, busyAnswer) => {
      const { refund, lookUp } = await createPaidOrder(2);
      fixture.peer.script('/refunds', 'answer_lost', busyAnswer);
      for (let call = 0; call < 2; call += 1)
        expect(await refund(4990)).toMatchObject(unavailableResult);
      expect(await refund(4990)).toMatchObject(succeededRefund);
      expect(await lookUp()).toMatchObject({ amountPaid: 9980, amountRefunded: 4990 });
    },
  );

  it('are finally refused when an unknown error comes for a payment with too little left', async () => {
    const { refund, payments } = await createPaidOrder();
    fixture.peer.state.returnMoney(payments[0]?.id ?? 0, 49);
    fixture.peer.script('/refunds', mercadoPagoError(400, 9999), mercadoPagoError(400, 9999));
    expect(await refund(91)).toMatchObject(refundRefusal);
    expect(await refund(90)).toMatchObject(unavailableResult);
    expect(await refund(90)).toMatchObject(succeededRefund);
  });
});

describe('refunds whose key Mercado Pago has forgotten', () => {
  it('are only read when their id is known', async () => {
    const { refund, payments } = await createPaidOrder();
    fixture.peer.state.settings.refundsAre = 'in_process';
    const firstRefund = await refund(1990);
    loseAnswers();
    const known = { refundId: refundIdOf(firstRefund) };
    expect(await refund(1990, 'r1', known)).toEqual(firstRefund);
    fixture.peer.state.finishRefunds('approved');
    expect(await refund(1990, 'r1', known)).toMatchObject(succeededRefund);
    expect(payments[0]?.refunds).toHaveLength(1);
  });

  it('are read from each payment that returned a part', async () => {
    const { refund, payments } = await createPaidOrder(3);
    const firstRefund = await refund(9980);
    loseAnswers();
    expect(await refund(9980, 'r1', { refundId: refundIdOf(firstRefund) })).toEqual(firstRefund);
    expect(payments.map(({ refunds }) => refunds.length)).toEqual([1, 1, 0]);
  });

  it('are not sent again when Mercado Pago does not find their id', async () => {
    const { refund, payments } = await createPaidOrder();
    expect(await refund(1990, 'r1', { refundId: '1' })).toEqual(unavailableResult);
    expect(payments[0]?.refunds).toEqual([]);
  });

  it.each(['approved', 'in_process'] as const)(
    'are found by their amount when their answer was lost: %s',
    async (status) => {
      const { refund, payments } = await createPaidOrder();
      fixture.peer.state.settings.refundsAre = status;
      const [firstRefund, otherRefund] = [await refund(2000), await refund(1000, 'r2')];
      const lost = loseAnswers([refundIdOf(otherRefund)]);
      expect(await refund(2000, 'r1', lost)).toEqual(firstRefund);
      expect(payments[0]?.refunds).toHaveLength(2);
    },
  );

  it.each([
    ['another refund of the order', (id: string) => loseAnswers([id])],
    [
      'older than they are',
      () => {
        fixture.clock.advance(2 * 60_000);
        return loseAnswers();
      },
    ],
    [
      'of another amount',
      () => {
        const lost = loseAnswers();
        return { ...lost, amount: 1999 };
      },
    ],
  ])('are sent when the refund that is found is %s', async (_what, forget) => {
    const { refund, payments } = await createPaidOrder();
    const otherRefund = await refund(2000, 'r1');
    const request = forget(refundIdOf(otherRefund));
    expect(await refund(2000, 'r2', request)).toMatchObject(succeededRefund);
    expect(payments[0]?.refunds).toHaveLength(2);
  });

  it('are sent when the refund that is found has failed', async () => {
    const { refund, payments } = await createPaidOrder();
    fixture.peer.state.settings.refundsAre = 'in_process';
    await refund(2000);
    fixture.peer.state.finishRefunds('rejected');
    fixture.peer.state.settings.refundsAre = 'approved';
    expect(await refund(2000, 'r2', loseAnswers())).toMatchObject(succeededRefund);
    expect(payments[0]?.refunds).toHaveLength(2);
  });

  it('are found at any payment of the order, whole or in parts', async () => {
    const { refund, payments, lookUp } = await createPaidOrder(3);
    const wholeRefund = await refund(4990, 'whole', { providerPaymentId: String(payments[1]?.id) });
    const parts = await refund(9980, 'parts');
    expect(parts).toMatchObject(succeededRefund);
    const { lostAnswer } = loseAnswers();
    const lostWith = (otherRefund: typeof parts) => ({
      lostAnswer: { ...lostAnswer, otherRefundIds: [refundIdOf(otherRefund)] },
    });
    expect(await refund(4990, 'whole', lostWith(parts))).toEqual(wholeRefund);
    expect(await refund(9980, 'parts', lostWith(wholeRefund))).toEqual(parts);
    expect(await lookUp()).toMatchObject({ amountRefunded: 14_970 });
  });

  it('are not sent while their payment’s refunds cannot be read', async () => {
    const { refund, payments } = await createPaidOrder();
    fixture.peer.script(`GET /v1/payments/${payments[0]?.id}/refunds`, mercadoPagoError(500, 'x'));
    expect(await refund(2000, 'r1', loseAnswers())).toEqual(unavailableResult);
    expect(payments[0]?.refunds).toEqual([]);
    expect(await refund(2000, 'r1', loseAnswers())).toMatchObject(succeededRefund);
  });
});
