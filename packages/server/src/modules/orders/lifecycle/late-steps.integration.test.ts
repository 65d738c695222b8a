import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import { refundUnansweredDispute } from '../disputes/dispute-deadlines.ts';
import { endClearing } from './end-clearing.ts';
import { refundUnstartedOrder } from './refund-unstarted-order.ts';

/*
 * Steps that people request after a deadline, while the job of the deadline has not run yet (`docs/product/orders.md`,
 * O-19).
 */

const contestAnswer = { accept: false, message: 'Atendi por duas horas.', offer: '10.00' };
const startBody = { serviceStatus: 'in_progress', startedServiceAt: '2026-11-20T12:00:00.000Z' };

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

const start = (id: string) =>
  fixture.call(fixture.seller, 'PATCH', `/api/payments/${id}/update-payment`, startBody);

async function createWaitingOrder(price = 4990): Promise<string> {
  const { buyer, seller } = fixture;
  return (await fixture.order('awaiting_start', { buyer, seller, price })).id;
}

async function createLateDispute(): Promise<string> {
  const id = await fixture.buildOrderInProgress();
  expect((await fixture.open(id)).statusCode).toBe(201);
  await fixture.pass(id, 'answer_by');
  return id;
}

/** Deletes all jobs, and runs the sweep and the jobs that it enqueues. */
async function sweepAfterLostJobs(): Promise<void> {
  await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
  await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
  await fixture.jobs.runUntilIdle();
}

const refusalOf = (answer: { statusCode: number; json(): { error: string; code: string } }) => [
  answer.statusCode,
  answer.json().code,
  answer.json().error,
];
const refusalWith = (code: 'dispute_resolved' | 'dispute_answered' | 'order_wrong_status') => [
  409,
  code,
  errors[code].text,
];

describe('after the time to answer a dispute', () => {
  it('its seller cannot contest, and the order is refunded also when the job was lost', async () => {
    const id = await createLateDispute();
    for (const body of [contestAnswer, { accept: false, message: 'Atendi.' }])
      expect(refusalOf(await fixture.answer(id, body))).toEqual(refusalWith('dispute_resolved'));
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'in_progress',
      dispute: { state: 'open', answer: null },
    });
    expect(await fixture.notificationsOf(id, 'dispute_answered')).toEqual([]);
    await sweepAfterLostJobs();
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'refunded',
      dispute: { state: 'resolved', outcome: 'refunded', answer: null },
    });
  });

  it('its seller can still return everything', async () => {
    const id = await createLateDispute();
    expect((await fixture.answer(id, { accept: true })).statusCode).toBe(200);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
  });

  it('a second contestation is refused as before', async () => {
    const id = await fixture.buildOrderInProgress();
    await fixture.open(id);
    await fixture.answer(id, contestAnswer);
    await fixture.pass(id, 'answer_by');
    expect(refusalOf(await fixture.answer(id, contestAnswer))).toEqual(
      refusalWith('dispute_answered'),
    );
  });

  it('contesting and the job at the same time always end with the refund', async () => {
    for (let n = 0; n < 6; n += 1) {
      const id = await createLateDispute();
      const [contested] = await Promise.all([
        fixture.answer(id, contestAnswer),
        refundUnansweredDispute(fixture.deps)(id),
      ]);
      expect(refusalOf(contested)).toEqual(refusalWith('dispute_resolved'));
      expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    }
  });
});

describe('after the time to start an order', () => {
  it.each([4990, 0])(
    'of %i centavos its seller cannot start it, and it is refunded also when the job was lost',
    async (price) => {
      const id = await createWaitingOrder(price);
      await fixture.lapse(id);
      expect(refusalOf(await start(id))).toEqual(refusalWith('order_wrong_status'));
      expect(await fixture.paymentOf(id)).toMatchObject({
        serviceStatus: 'awaiting_start',
        startedServiceAt: null,
      });
      await sweepAfterLostJobs();
      expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    },
  );

  it('a start in time is still repeated with success', async () => {
    const id = await createWaitingOrder();
    const started = await start(id);
    expect(started.statusCode).toBe(200);
    await fixture.lapse(id);
    const repeated = await start(id);
    expect(repeated.statusCode).toBe(200);
    expect(repeated.json().payment.startedServiceAt).toBe(started.json().payment.startedServiceAt);
    await refundUnstartedOrder(fixture.deps)(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'in_progress' });
  });

  it('an order without such a time can be started', async () => {
    const id = await createWaitingOrder();
    await fixture.pool.query('UPDATE payments SET start_by = NULL WHERE id = $1', [id]);
    expect((await start(id)).statusCode).toBe(200);
  });

  it('the start and the job at the same time always end with the refund', async () => {
    for (let n = 0; n < 6; n += 1) {
      const id = await createWaitingOrder();
      await fixture.lapse(id);
      const [started] = await Promise.all([start(id), refundUnstartedOrder(fixture.deps)(id)]);
      expect(refusalOf(started)).toEqual(refusalWith('order_wrong_status'));
      expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    }
  });
});

describe('after the clearing time of an order', () => {
  it('its buyer cannot dispute it, and the money becomes available also when the job was lost', async () => {
    const id = await fixture.buildCompletedOrder();
    await fixture.passClearing(id);
    expect(refusalOf(await fixture.open(id))).toEqual(refusalWith('order_wrong_status'));
    expect(await fixture.paymentOf(id)).toMatchObject({
      dispute: null,
      heldUntil: expect.any(String),
    });
    await sweepAfterLostJobs();
    expect(await fixture.walletOf()).toMatchObject({ available: '44.91', clearing: '0.00' });
  });

  it('a repeated dispute of an order is refused as before', async () => {
    const id = await fixture.buildCompletedOrder();
    await fixture.open(id);
    await fixture.step(id, 'withdraw');
    await fixture.passClearing(id);
    expect((await fixture.open(id)).json()).toMatchObject({ code: 'dispute_exists' });
    await endClearing(fixture.deps)(id);
    expect((await fixture.open(id)).json()).toMatchObject({ code: 'dispute_exists' });
  });
});
