import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import { closeAccountDuringRequest } from '../../../../test/fixtures/modules/suspend-admin.ts';

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterAll(() => fixture.close());

describe('opening a dispute', () => {
  it('stops an order in progress and tells the seller until when to answer', async () => {
    const id = await fixture.buildOrderInProgress();
    const answer = await fixture.open(id);
    expect(answer.statusCode).toBe(201);
    const { dispute } = answer.json();
    expect(dispute).toMatchObject({
      state: 'open',
      reason: 'not_delivered',
      description: 'Ninguém apareceu.',
      answer: null,
      outcome: null,
      refundedAmount: '0.00',
      decidedAt: null,
      decisionReason: null,
    });
    const hoursAfterOpening = (at: string) =>
      (Date.parse(at) - Date.parse(dispute.openedAt)) / 3_600_000;
    expect(hoursAfterOpening(dispute.answerBy)).toBeCloseTo(48, 3);
    expect(hoursAfterOpening(dispute.decideBy)).toBeCloseTo(72, 3);
    for (const person of [fixture.buyer, fixture.seller, fixture.admin])
      expect(await fixture.paymentOf(id, person)).toMatchObject({ dispute, heldUntil: null });
    const [told] = await fixture.notificationsOf(id, 'disputed');
    expect(told).toMatchObject({ receiver: fixture.seller.uid, sender: fixture.buyer.uid });
  });

  it('stops the clearing', async () => {
    const id = await fixture.buildCompletedOrder();
    expect((await fixture.open(id)).statusCode).toBe(201);
    expect(await fixture.paymentOf(id)).toMatchObject({
      serviceStatus: 'complete',
      heldUntil: null,
    });
    await fixture.runJobsUntil(73);
    expect(await fixture.walletOf()).toMatchObject({ available: '0.00', clearing: '44.91' });
  });

  it('seals the evidence, which is closed when the dispute ends', async () => {
    const id = await fixture.buildOrderInProgress();
    const readEvidence = async () =>
      (
        await fixture.pool.query(
          `SELECT cause, cause_id AS "causeId", closed_at IS NOT NULL AS closed FROM evidence
           WHERE payment_id = $1`,
          [id],
        )
      ).rows;
    const { dispute } = (await fixture.open(id)).json();
    const evidenceRecord = { cause: 'dispute', causeId: dispute.id };
    expect(await readEvidence()).toEqual([{ ...evidenceRecord, closed: false }]);
    await fixture.answer(id, { accept: false, message: 'Atendi.' });
    expect(await readEvidence()).toEqual([{ ...evidenceRecord, closed: false }]);
    await fixture.step(id, 'withdraw');
    expect(await readEvidence()).toEqual([{ ...evidenceRecord, closed: true }]);
  });

  it('is on the statement until it ends', async () => {
    const id = await fixture.buildCompletedOrder();
    const saleOf = async () =>
      (await fixture.walletOf()).entries.find(({ kind }: { kind: string }) => kind === 'sale');
    expect(await saleOf()).toMatchObject({ paymentId: id, disputed: false });
    await fixture.open(id);
    expect(await saleOf()).toMatchObject({ paymentId: id, disputed: true, heldUntil: null });
    await fixture.step(id, 'withdraw');
    expect(await saleOf()).toMatchObject({ paymentId: id, disputed: false });
  });

  it.each([
    ['the seller', () => fixture.seller, 403, 'only_buyer_disputes'],
    ['the team', () => fixture.admin, 403, 'only_buyer_disputes'],
    ['a stranger', () => fixture.stranger, 404, 'order_not_found'],
  ])('is refused to %s', async (_, person, status, code) => {
    const id = await fixture.buildOrderInProgress();
    const answer = await fixture.open(id, person());
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
  });

  it('is refused to a buyer who closes the account meanwhile', async () => {
    const buyer = await fixture.person();
    const { seller } = fixture;
    const { id } = await fixture.order('complete', { buyer, seller });
    const answer = await closeAccountDuringRequest(fixture.pool, buyer.uid, () =>
      fixture.open(id, buyer),
    );
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'order_not_found']);
    expect(await fixture.paymentOf(id, seller)).toMatchObject({
      dispute: null,
      heldUntil: expect.any(String),
    });
  });

  it('is possible once, also by many requests at a time', async () => {
    const id = await fixture.buildOrderInProgress();
    const attempts = await Promise.all(Array.from({ length: 10 }, () => fixture.open(id)));
    expect(attempts.map(({ statusCode }) => statusCode).sort()).toEqual([
      201,
      ...Array(9).fill(409),
    ]);
    await fixture.step(id, 'withdraw');
    expect((await fixture.open(id)).json()).toMatchObject({ code: 'dispute_exists' });
  });

  it.each(['awaiting_payment', 'awaiting_start', 'cancelled', 'refunded'] as const)(
    'is refused for an order in %s',
    async (status) => {
      const { buyer, seller } = fixture;
      const { id } = await fixture.order(status, { buyer, seller });
      expect((await fixture.open(id)).json()).toMatchObject({ code: 'order_wrong_status' });
    },
  );

  it('is refused once the money is available', async () => {
    const id = await fixture.buildCompletedOrder();
    await fixture.endClearing(id);
    expect((await fixture.open(id)).json()).toMatchObject({ code: 'order_wrong_status' });
  });

  it('is refused for a free order', async () => {
    const id = await fixture.buildOrderInProgress(0);
    expect((await fixture.open(id)).json()).toMatchObject({ code: 'nothing_to_dispute' });
  });

  it.each([
    {},
    { reason: 'not_delivered' },
    { reason: 'not_delivered', description: '  ' },
    { reason: 'not_delivered', description: 'x'.repeat(501) },
    { reason: 'because', description: 'x' },
    { reason: 'other', description: 'x', more: 1 },
  ])('is refused with %j', async (body) => {
    const id = await fixture.buildOrderInProgress();
    expect((await fixture.open(id, fixture.buyer, body)).statusCode).toBe(400);
    expect(await fixture.paymentOf(id)).toMatchObject({ dispute: null });
  });
});

describe('while a dispute is unresolved', () => {
  it('nobody starts, ends or refunds the order otherwise', async () => {
    const id = await fixture.buildOrderInProgress();
    await fixture.open(id);
    for (const person of [fixture.buyer, fixture.seller]) {
      const answer = await fixture.complete(id, person);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'dispute_open']);
    }
    // During a dispute, even a repeated start is refused.
    const startBody = {
      serviceStatus: 'in_progress',
      startedServiceAt: '2026-11-20T12:00:00.000Z',
    };
    const repeatedStart = await fixture.call(
      fixture.seller,
      'PATCH',
      `/api/payments/${id}/update-payment`,
      startBody,
    );
    expect([repeatedStart.statusCode, repeatedStart.json().code]).toEqual([409, 'dispute_open']);
    for (const who of [fixture.buyer, fixture.seller, fixture.admin]) {
      const answer = await fixture.refund(who, id);
      expect([answer.statusCode, answer.json().code]).toEqual([409, 'dispute_open']);
    }
    expect(await fixture.walletOf()).toMatchObject({ held: '49.90', clearing: '0.00' });
  });

  it('the provider can still take the money back, which ends it', async () => {
    for (const buildOrder of [fixture.buildOrderInProgress, fixture.buildCompletedOrder]) {
      const id = await buildOrder();
      await fixture.open(id);
      await fixture.takeBack(id);
      expect(await fixture.paymentOf(id)).toMatchObject({
        serviceStatus: 'refunded',
        refundedAmount: '49.90',
        dispute: { state: 'resolved', outcome: 'refunded', refundedAmount: '49.90' },
      });
    }
  });
});
