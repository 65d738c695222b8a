import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;

beforeAll(async () => {
  fixture = await createOrdersFixture();
  [buyer, seller] = [await fixture.person(), await fixture.person()];
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());

const sendConfirmed = (person: Person, url: string, confirmation: string, body?: object) =>
  fixture.call(person, 'POST', url, body, confirmation ? { 'x-confirmation': confirmation } : {});
const statusAndCodeOf = async (answer: ReturnType<typeof sendConfirmed>) => {
  const { statusCode, json } = await answer;
  return [statusCode, json().code];
};
const refundOrder = (id: string, confirmation: string, person = admin) =>
  sendConfirmed(person, `/api/payments/${id}/refund`, confirmation);

/** Creates an order whose refund the provider has finally refused; returns the id of the refund. */
async function createFailedRefund() {
  fixture.provider.refundsAre = 'failed';
  const order = await fixture.order('awaiting_start', { buyer, seller });
  expect((await refundOrder(order.id, '', seller)).statusCode).toBe(200);
  await fixture.jobs.runUntilIdle();
  fixture.provider.refundsAre = 'succeeded';
  const [row] = await fixture.refundsOf(order.id);
  return { id: row?.id ?? '', orderId: order.id };
}

describe('a refund by an administrator', () => {
  it('needs a confirmation of their own, for decisions about money', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const colleague = await fixture.person('admin');
    const otherConfirmations = [
      '',
      'x',
      await fixture.confirm(colleague, 'admin_money'),
      await fixture.confirm(admin, 'withdrawal'),
    ];
    for (const confirmation of otherConfirmations)
      expect(await statusAndCodeOf(refundOrder(order.id, confirmation))).toEqual([
        403,
        'confirmation_required',
      ]);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('in_progress');
    const confirmation = await fixture.confirm(admin, 'admin_money');
    expect((await refundOrder(order.id, confirmation)).statusCode).toBe(200);
    // Repeating the refund changes nothing and therefore needs no confirmation.
    expect((await refundOrder(order.id, '')).statusCode).toBe(200);
  });

  it('refunds one of twenty orders with one confirmation', async () => {
    const orders = await Promise.all(
      Array.from({ length: 20 }, () => fixture.order('awaiting_start', { buyer, seller })),
    );
    const confirmation = await fixture.confirm(admin, 'admin_money');
    const answers = await Promise.all(orders.map(({ id }) => refundOrder(id, confirmation)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      200,
      ...Array.from({ length: 19 }, () => 403),
    ]);
  });

  it('that is refused does not use up the confirmation', async () => {
    const completedOrder = await fixture.order('complete', { buyer, seller });
    const [open, next] = [
      await fixture.order('awaiting_start', { buyer, seller }),
      await fixture.order('awaiting_start', { buyer, seller }),
    ];
    const confirmation = await fixture.confirm(admin, 'admin_money');
    expect(await statusAndCodeOf(refundOrder(completedOrder.id, confirmation))).toEqual([
      409,
      'order_wrong_status',
    ]);
    expect((await refundOrder(open.id, confirmation)).statusCode).toBe(200);
    expect(await statusAndCodeOf(refundOrder(next.id, confirmation))).toEqual([
      403,
      'confirmation_required',
    ]);
    // A completed order cannot be refunded, so this refusal comes before a confirmation is required.
    expect(await statusAndCodeOf(refundOrder(completedOrder.id, ''))).toEqual([
      409,
      'order_wrong_status',
    ]);
  });

  it('needs no confirmation of buyers and sellers', async () => {
    for (const person of [buyer, seller]) {
      const order = await fixture.order('awaiting_start', { buyer, seller });
      expect((await refundOrder(order.id, '', person)).statusCode).toBe(200);
    }
  });
});

describe('a failed refund', () => {
  const decideRefund = (id: string, action: 'retry' | 'settle', confirmation: string) =>
    sendConfirmed(admin, `/api/admin/refunds/${id}/${action}`, confirmation, {
      reason: 'Por Pix.',
    });

  it.each(['retry', 'settle'] as const)('needs a confirmation: %s', async (action) => {
    const { id, orderId } = await createFailedRefund();
    const otherPurposeConfirmation = await fixture.confirm(admin, 'payout_profile');
    for (const confirmation of ['', otherPurposeConfirmation])
      expect(await statusAndCodeOf(decideRefund(id, action, confirmation))).toEqual([
        403,
        'confirmation_required',
      ]);
    expect((await fixture.refundsOf(orderId))[0]?.status).toBe('failed');
    const confirmation = await fixture.confirm(admin, 'admin_money');
    expect((await decideRefund(id, action, confirmation)).statusCode).toBe(200);
    expect(await statusAndCodeOf(decideRefund(id, action, ''))).toEqual([409, 'refund_decided']);
    await fixture.jobs.runUntilIdle();
  });
});
