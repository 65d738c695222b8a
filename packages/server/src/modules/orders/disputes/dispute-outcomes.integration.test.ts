import { errors } from '@guilda/contract/errors';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';

const contestAnswer = { accept: false, message: 'Atendi por duas horas.' };

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

/** Creates an order that is in progress, or completed and in its clearing time, and opens a dispute about the order. */
async function createDisputedOrder(
  startState: 'progress' | 'clearing',
  price = 4990,
): Promise<string> {
  const buildOrder =
    startState === 'progress' ? fixture.buildOrderInProgress : fixture.buildCompletedOrder;
  const id = await buildOrder(price);
  expect((await fixture.open(id)).statusCode).toBe(201);
  return id;
}

/** Sends the pending refunds of an order and returns the amounts of all its refunds, in centavos. */
async function sendAndReadRefunds(disputeId: string): Promise<number[]> {
  await fixture.sendRefunds(disputeId);
  return (await fixture.refundsOf(disputeId)).map(({ amount, status }) => {
    expect(status).toBe('succeeded');
    return amount;
  });
}

describe.each(['progress', 'clearing'] as const)('a dispute of an order in %s', (from) => {
  it('refunds everything at once when the seller accepts', async () => {
    const id = await createDisputedOrder(from);
    const answer = await fixture.answer(id, { accept: true });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({
      serviceStatus: 'refunded',
      refundedAmount: '49.90',
      heldUntil: null,
      dispute: {
        state: 'resolved',
        outcome: 'refunded',
        refundedAmount: '49.90',
        answer: { accept: true, message: null, offer: null },
        decisionReason: null,
      },
    });
    expect(await fixture.walletOf()).toMatchObject({
      available: '0.00',
      clearing: '0.00',
      held: '0.00',
      fees: '0.00',
    });
    expect(await sendAndReadRefunds(id)).toEqual([4990]);
    expect((await fixture.answer(id, { accept: true })).statusCode).toBe(200);
    const [told, ...more] = await fixture.notificationsOf(id, 'dispute_resolved');
    expect([told?.receiver, more]).toEqual([fixture.buyer.uid, []]);
    expect(await fixture.notificationsOf(id, 'refunded')).toEqual([]);
  });

  it('refunds everything when the seller does not answer in time', async () => {
    const id = await createDisputedOrder(from);
    await fixture.runJobsUntil(49);
    expect(await fixture.paymentOf(id)).toMatchObject({ dispute: { state: 'open' } });
    await fixture.pass(id, 'answer_by');
    await fixture.runJobsUntil(49);
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'refunded',
      refundedAmount: '49.90',
      dispute: { state: 'resolved', outcome: 'refunded', answer: null },
    });
    expect(await sendAndReadRefunds(id)).toEqual([4990]);
    expect(await fixture.notificationsOf(id, 'dispute_resolved')).toHaveLength(2);
  });

  it('refunds everything without an answer, although the job was lost', async () => {
    const id = await createDisputedOrder(from);
    await fixture.pass(id, 'answer_by');
    await fixture.pool.query('DELETE FROM graphile_worker._private_jobs');
    await fixture.deps.enqueue(fixture.database.db, 'orders.sweep', {});
    await fixture.jobs.runUntilIdle();
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
  });

  it('gives the offered part back when the buyer accepts it', async () => {
    const id = await createDisputedOrder(from);
    const contestResponse = await fixture.answer(id, { ...contestAnswer, offer: '20,00' });
    expect(contestResponse.json().payment.dispute).toMatchObject({
      state: 'answered',
      answer: { accept: false, message: contestAnswer.message, offer: '20.00' },
    });
    const [told] = await fixture.notificationsOf(id, 'dispute_answered');
    expect(told?.content).toContain('R$ 20,00');
    const { endedIt } = contestResponse.json().payment;
    const acceptResponse = await fixture.step(id, 'accept-offer');
    expect(acceptResponse.json().payment).toMatchObject({
      serviceStatus: 'complete',
      refundedAmount: '20.00',
      heldUntil: null,
      endedIt,
      dispute: { state: 'resolved', outcome: 'partly_refunded', refundedAmount: '20.00' },
    });
    // The fee applies only to the remaining R$ 29,90.
    expect(await fixture.walletOf()).toMatchObject({
      available: '26.91',
      clearing: '0.00',
      held: '0.00',
      fees: '2.99',
    });
    expect(await sendAndReadRefunds(id)).toEqual([2000]);
    expect((await fixture.step(id, 'accept-offer')).statusCode).toBe(200);
    expect(await sendAndReadRefunds(id)).toEqual([2000]);
    const overviewAnswer = await fixture.call(fixture.seller, 'GET', '/api/sales/overview?days=7');
    expect(overviewAnswer.json()).toMatchObject({ completed: 1, incomeTotal: '26.91' });
  });

  it.each([
    [{ outcome: 'released' }, 'complete', '0.00', '44.91', []],
    [{ outcome: 'refunded' }, 'refunded', '49.90', '0.00', [4990]],
    [{ outcome: 'partly_refunded', refundAmount: '0.01' }, 'complete', '0.01', '44.90', [1]],
    [{ outcome: 'partly_refunded', refundAmount: '49.89' }, 'complete', '49.89', '0.01', [4989]],
  ] as const)(
    'ends as the team decides: %j',
    async (decision, status, refundedText, available, sentRefunds) => {
      const id = await createDisputedOrder(from);
      await fixture.answer(id, contestAnswer);
      const decisionResponse = await fixture.decide(id, decision);
      expect(decisionResponse.statusCode).toBe(200);
      const { dispute } = decisionResponse.json();
      expect(dispute).toMatchObject({
        state: 'resolved',
        outcome: decision.outcome,
        refundedAmount: refundedText,
        decisionReason: 'As mensagens mostram isso.',
      });
      expect(dispute.decidedAt).not.toBeNull();
      expect(await fixture.paymentOf(id)).toMatchObject({
        serviceStatus: status,
        refundedAmount: refundedText,
        heldUntil: null,
      });
      expect(await fixture.walletOf()).toMatchObject({ available, clearing: '0.00', held: '0.00' });
      expect(await sendAndReadRefunds(id)).toEqual(sentRefunds);
      const endNotifications = await fixture.notificationsOf(id, 'dispute_resolved');
      expect(
        endNotifications.map(({ content }) => content.includes('As mensagens mostram isso.')),
      ).toEqual([true, true]);
      const repeatedResponse = await fixture.decide(id, { outcome: 'released' });
      expect([repeatedResponse.statusCode, repeatedResponse.json().code]).toEqual([
        409,
        'dispute_resolved',
      ]);
    },
  );

  it('is decided although the seller has not answered', async () => {
    const id = await createDisputedOrder(from);
    expect((await fixture.decide(id, { outcome: 'refunded' })).statusCode).toBe(200);
  });
});

describe('a withdrawn dispute', () => {
  it('leaves an order in progress as before', async () => {
    const id = await createDisputedOrder('progress');
    const answer = await fixture.step(id, 'withdraw');
    expect(answer.json().payment).toMatchObject({
      serviceStatus: 'in_progress',
      heldUntil: null,
      dispute: { state: 'resolved', outcome: 'withdrawn', refundedAmount: '0.00' },
    });
    expect((await fixture.step(id, 'withdraw')).statusCode).toBe(200);
    expect((await fixture.complete(id, fixture.buyer)).statusCode).toBe(200);
    const [told, ...more] = await fixture.notificationsOf(id, 'dispute_resolved');
    expect([told?.receiver, more]).toEqual([fixture.seller.uid, []]);
  });

  it.each([
    [10, 10],
    [0.2, 1],
  ])(
    'lets the clearing of which %d h were left go on for %d h',
    async (remainingHours, expectedHours) => {
      const id = await fixture.buildCompletedOrder();
      await fixture.pool.query(
        `UPDATE payments SET held_until = now() + make_interval(secs => $2) WHERE id = $1`,
        [id, remainingHours * 3_600],
      );
      await fixture.open(id);
      const { heldUntil } = (await fixture.step(id, 'withdraw')).json().payment;
      const clearingHours = (Date.parse(heldUntil) - Date.now()) / 3_600_000;
      expect(Math.abs(clearingHours - expectedHours)).toBeLessThan(0.1);
      await fixture.endClearing(id);
      expect(await fixture.walletOf()).toMatchObject({ available: '44.91', clearing: '0.00' });
    },
  );
});

describe('a dispute', () => {
  it('is contested once, and accepted until the end', async () => {
    const id = await createDisputedOrder('progress');
    expect((await fixture.answer(id, contestAnswer)).statusCode).toBe(200);
    const secondAnswer = await fixture.answer(id, { ...contestAnswer, offer: '1.00' });
    expect([secondAnswer.statusCode, secondAnswer.json().code]).toEqual([409, 'dispute_answered']);
    const acceptResponse = await fixture.answer(id, { accept: true });
    expect(acceptResponse.json().payment.dispute).toMatchObject({
      outcome: 'refunded',
      answer: { accept: true, message: contestAnswer.message, offer: null },
    });
    expect((await fixture.answer(id, contestAnswer)).json().code).toBe('dispute_resolved');
    expect((await fixture.step(id, 'withdraw')).json().code).toBe('dispute_resolved');
  });

  it.each([
    [{ accept: false }, 400],
    [{ accept: false, message: '' }, 400],
    [{ accept: false, message: 'x'.repeat(501) }, 400],
    [{ accept: true, message: 'x' }, 400],
    [{ ...contestAnswer, offer: '0.00' }, 400],
    [{ ...contestAnswer, offer: '-1.00' }, 400],
    [{ ...contestAnswer, offer: 20 }, 400],
    [{ ...contestAnswer, offer: '49.90' }, 400],
    [{ ...contestAnswer, offer: '49.89' }, 200],
    [{ ...contestAnswer, offer: null }, 200],
  ])('is answered with %j: %i', async (body, status) => {
    const id = await createDisputedOrder('progress');
    expect((await fixture.answer(id, body)).statusCode).toBe(status);
  });

  it('is not answered without a text, and says which field is wrong', async () => {
    const id = await createDisputedOrder('progress');
    const { issues } = (await fixture.answer(id, { accept: false, offer: 'x' })).json();
    expect(issues.map(({ path }: { path: string }) => path)).toEqual(['message', 'offer']);
    const excessiveResponse = await fixture.answer(id, { ...contestAnswer, offer: '49.90' });
    const message = errors.offer_too_high.text;
    const issue = { path: 'offer', message };
    expect(excessiveResponse.json()).toMatchObject({ error: message, issues: [issue] });
  });

  it('without an offer refuses its acceptance', async () => {
    const id = await createDisputedOrder('progress');
    expect((await fixture.step(id, 'accept-offer')).json().code).toBe('offer_missing');
    await fixture.answer(id, contestAnswer);
    expect((await fixture.step(id, 'accept-offer')).json().code).toBe('offer_missing');
  });

  it('allows each step only to the person whose step it is', async () => {
    const id = await createDisputedOrder('progress');
    const { buyer, seller, stranger, admin } = fixture;
    for (const person of [buyer, admin])
      expect((await fixture.answer(id, { accept: true }, person)).json().code).toBe(
        'only_seller_answers_dispute',
      );
    for (const who of [seller, admin])
      for (const step of ['accept-offer', 'withdraw'] as const)
        expect((await fixture.step(id, step, who)).json().code).toBe('only_buyer_disputes');
    expect((await fixture.answer(id, { accept: true }, stranger)).statusCode).toBe(404);
    expect((await fixture.step(id, 'withdraw', stranger)).statusCode).toBe(404);
    for (const who of [buyer, seller, stranger])
      expect((await fixture.decide(id, { outcome: 'released' }, who)).statusCode).toBe(403);
  });

  it('that does not exist has no steps', async () => {
    const id = await fixture.buildOrderInProgress();
    expect((await fixture.answer(id, { accept: true })).json().code).toBe('dispute_not_found');
    expect((await fixture.step(id, 'withdraw')).json().code).toBe('dispute_not_found');
  });
});
