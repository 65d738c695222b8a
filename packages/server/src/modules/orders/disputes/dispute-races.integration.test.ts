import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChargebackSteps } from '../../../../test/fixtures/modules/money/chargebacks-fixture.ts';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import { endClearing } from '../lifecycle/end-clearing.ts';
import { refundUnansweredDispute } from './dispute-deadlines.ts';

const contestAnswer = { accept: false, message: 'Atendi.', offer: '10.00' };

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

const totalOf = (wallet: Record<'available' | 'clearing' | 'held' | 'fees', string>) =>
  Math.round(100 * (Number(wallet.available) + Number(wallet.clearing) + Number(wallet.held)));

/** Runs the same race several times, each time with a new order and seller. */
async function repeatRace(runRace: (n: number) => Promise<void>) {
  for (let n = 0; n < 8; n += 1) {
    await fixture.changeSeller();
    await runRace(n);
  }
}

describe('of two at the same time, one wins', () => {
  it('a dispute and the end of clearing, of which the time decides', () =>
    repeatRace(async (n) => {
      const id = await fixture.buildCompletedOrder();
      const isLate = n % 2 === 0;
      if (isLate) await fixture.passClearing(id);
      const [openAnswer] = await Promise.all([
        fixture.open(id),
        endClearing(fixture.deps)(id),
        endClearing(fixture.deps)(id),
      ]);
      expect(openAnswer.statusCode).toBe(isLate ? 409 : 201);
      expect(await fixture.walletOf()).toMatchObject(
        isLate
          ? { available: '44.91', clearing: '0.00' }
          : { available: '0.00', clearing: '44.91' },
      );
      expect((await fixture.paymentOf(id)).dispute === null).toBe(isLate);
    }));

  it('a dispute and the end of the attendance', () =>
    repeatRace(async (n) => {
      const id = await fixture.buildOrderInProgress();
      const [openAnswer, ended] = await Promise.all([
        fixture.open(id),
        fixture.complete(id, n % 2 ? fixture.buyer : fixture.seller),
      ]);
      // If the order is completed first, the dispute opens during its clearing time; else the completion is refused.
      expect(openAnswer.statusCode).toBe(201);
      const { serviceStatus, heldUntil } = await fixture.paymentOf(id);
      expect(serviceStatus).toBe(ended.statusCode === 200 ? 'complete' : 'in_progress');
      expect(heldUntil).toBeNull();
      const wallet = await fixture.walletOf();
      expect(wallet.available).toBe('0.00');
    }));

  it("the seller's answer and the end of its time, of which the time decides", () =>
    repeatRace(async (n) => {
      const id = await fixture.buildOrderInProgress();
      await fixture.open(id);
      const isLate = n % 2 === 0;
      if (isLate) await fixture.pass(id, 'answer_by');
      const [answered] = await Promise.all([
        fixture.answer(id, contestAnswer),
        refundUnansweredDispute(fixture.deps)(id),
        refundUnansweredDispute(fixture.deps)(id),
      ]);
      expect(answered.statusCode).toBe(isLate ? 409 : 200);
      const { serviceStatus, dispute } = await fixture.paymentOf(id);
      expect([serviceStatus, dispute.state]).toEqual(
        isLate ? ['refunded', 'resolved'] : ['in_progress', 'answered'],
      );
    }));

  it('returning everything and the end of the time to answer', () =>
    repeatRace(async () => {
      const id = await fixture.buildOrderInProgress();
      await fixture.open(id);
      await fixture.pass(id, 'answer_by');
      const [accepted] = await Promise.all([
        fixture.answer(id, { accept: true }),
        refundUnansweredDispute(fixture.deps)(id),
      ]);
      expect([200, 409]).toContain(accepted.statusCode);
      expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
      expect(await fixture.refundsOf(id)).toHaveLength(1);
    }));

  it('an answer that came first, also when the end of its time is handled later', async () => {
    const id = await fixture.buildOrderInProgress();
    await fixture.open(id);
    expect((await fixture.answer(id, contestAnswer)).statusCode).toBe(200);
    await fixture.pass(id, 'answer_by');
    await refundUnansweredDispute(fixture.deps)(id);
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'in_progress',
      dispute: { state: 'answered', outcome: null },
    });
    expect(await fixture.refundsOf(id)).toEqual([]);
  });

  it('acceptances, withdrawal and decisions', () =>
    repeatRace(async (n) => {
      const id = await (n % 2 ? fixture.buildOrderInProgress() : fixture.buildCompletedOrder());
      await fixture.open(id);
      await fixture.answer(id, contestAnswer);
      const attempts = await Promise.all([
        fixture.answer(id, { accept: true }),
        fixture.step(id, 'accept-offer'),
        fixture.step(id, 'withdraw'),
        fixture.decide(id, { outcome: 'released' }),
        fixture.decide(id, { outcome: 'refunded' }),
        fixture.decide(id, { outcome: 'partly_refunded', refundAmount: '5' }),
      ]);
      expect(attempts.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
      await fixture.sendRefunds(id);
      const { refundedAmount } = await fixture.paymentOf(id);
      const sentAmount = (await fixture.refundsOf(id)).reduce((sum, { amount }) => sum + amount, 0);
      expect(sentAmount).toBe(Math.round(Number(refundedAmount) * 100));
    }));

  it('the decision and the provider', () =>
    repeatRace(async (n) => {
      const id = await (n % 2 ? fixture.buildOrderInProgress() : fixture.buildCompletedOrder());
      await fixture.open(id);
      await Promise.all([
        fixture.decide(id, { outcome: n < 4 ? 'refunded' : 'released' }),
        fixture.takeBack(id),
      ]);
      const { serviceStatus, dispute } = await fixture.paymentOf(id);
      expect(dispute.state).toBe('resolved');
      if (serviceStatus === 'refunded') expect(totalOf(await fixture.walletOf())).toBe(0);
      else expect(totalOf(await fixture.walletOf())).toBe(4491);
    }));

  it('the release and a withdrawal of more than is there', () =>
    repeatRace(async () => {
      const id = await fixture.buildCompletedOrder();
      await fixture.open(id);
      await fixture.answer(id, contestAnswer);
      const { withdraw } = createChargebackSteps(fixture, fixture);
      const [decided, ...withdrawalAnswers] = await Promise.all([
        fixture.decide(id, { outcome: 'partly_refunded', refundAmount: '10' }),
        withdraw('40.00'),
        withdraw('40.00'),
      ]);
      expect(decided.statusCode).toBe(200);
      // The available amount is at most R$ 39,90 less the fee.
      expect(withdrawalAnswers.filter(({ statusCode }) => statusCode === 201)).toEqual([]);
      expect(withdrawalAnswers.map((answer) => answer.json().code)).toEqual([
        'balance_too_low',
        'balance_too_low',
      ]);
      expect(await fixture.walletOf()).toMatchObject({ available: '35.91' });
    }));
});
