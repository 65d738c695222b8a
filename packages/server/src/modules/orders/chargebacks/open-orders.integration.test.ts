import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  createDisputeFixture,
  type DisputeFixture,
} from '../../../../test/fixtures/modules/money/dispute-fixture.ts';
import type { Chargeback } from '../../../ports/payment-provider.ts';
import { markPackOpened } from '../index.ts';

const PRICE = 20_000;

let fixture: DisputeFixture;
beforeAll(async () => {
  fixture = await createDisputeFixture();
});
beforeEach(() => fixture.changeSeller());
afterEach(() => assertLedgerMatchesOrders(fixture.pool));
afterAll(() => fixture.close());

/** Changes a chargeback at the bank, by default an open one of R$ 50,00; the provider then sends a webhook. */
async function changeChargeback(id: string, changes: Partial<Chargeback> = {}): Promise<void> {
  fixture.provider.chargeBack(id, { amount: 5_000, status: 'open', ...changes });
  await fixture.deliver(id);
}

const winChargeback = (id: string, changes: Partial<Chargeback> = {}) =>
  changeChargeback(id, { status: 'won', ...changes });

async function buildPaidOrder({ isPackOpened = false } = {}): Promise<string> {
  const { buyer, seller } = fixture;
  const { id } = await fixture.order('awaiting_start', { buyer, seller, price: PRICE });
  if (isPackOpened) await markPackOpened(fixture.database.db, id);
  return id;
}

/** An order in progress of which the bank has taken back R$ 50,00 of R$ 200,00. */
async function buildContestedOrder(): Promise<string> {
  const id = await fixture.buildOrderInProgress(PRICE);
  await changeChargeback(id);
  return id;
}

/** Sends all refunds of an order; returns what the provider has returned, in centavos. */
async function listSentRefunds(id: string): Promise<number[]> {
  await fixture.sendRefunds(id);
  return (await fixture.refundsOf(id)).map(({ amount }) => amount);
}

const expectWallet = async (sums: Partial<Awaited<ReturnType<typeof fixture.walletOf>>>) =>
  expect(await fixture.walletOf()).toMatchObject({
    ...{ held: '0.00', clearing: '0.00', available: '0.00', debt: '0.00', fees: '0.00' },
    ...sums,
  });

async function complete(id: string): Promise<void> {
  expect((await fixture.complete(id, fixture.seller)).statusCode).toBe(200);
}

const chargedBackTexts = async (id: string) =>
  (await fixture.notificationsOf(id, 'charged_back')).map(({ content }) => content);

describe('a chargeback of a part of an open order whose buyer received something', () => {
  it('after the pack was opened takes only that part, and the buyer cannot take the order back', async () => {
    const id = await buildPaidOrder({ isPackOpened: true });
    await changeChargeback(id, { amount: 100 });
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'awaiting_start', chargeback: 'open', refundedAmount: '1.00' },
    });
    await expectWallet({ held: '199.00' });
    const answer = await fixture.refund(fixture.buyer, id);
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'pack_opened']);
    expect(await listSentRefunds(id)).toEqual([]);
    expect(await chargedBackTexts(id)).not.toContainEqual(expect.stringContaining('resto'));
  });

  it('leaves the rest for the completion, and the part follows when the bank decides for the seller', async () => {
    const id = await buildContestedOrder();
    await expectWallet({ held: '150.00' });
    await complete(id);
    await expectWallet({ clearing: '135.00', fees: '15.00' });
    await winChargeback(id);
    await expectWallet({ clearing: '180.00', fees: '20.00' });
    await fixture.endClearing(id);
    await expectWallet({ available: '180.00', fees: '20.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('that the bank decides for the seller before the completion is held again', async () => {
    const id = await buildContestedOrder();
    for (let n = 0; n < 2; n += 1) await winChargeback(id);
    await expectWallet({ held: '200.00' });
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'in_progress', chargeback: 'won', refundedAmount: '0.00' },
    });
    expect(await fixture.notificationsOf(id, 'chargeback_won')).toMatchObject([
      { content: expect.stringContaining('R$ 50,00 voltaram para a sua carteira.') },
    ]);
    await changeChargeback(id, { id: 'second', amount: 3_000 });
    await expectWallet({ held: '170.00' });
    await winChargeback(id, { id: 'second', amount: 3_000 });
    await complete(id);
    await expectWallet({ clearing: '180.00', fees: '20.00' });
  });

  it('can be followed by one of the rest, which ends the order; each can be won', async () => {
    const id = await buildContestedOrder();
    await changeChargeback(id, { id: 'second', amount: 15_000 });
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    await expectWallet({});
    expect(await listSentRefunds(id)).toEqual([]);
    await winChargeback(id);
    await expectWallet({ available: '45.00', fees: '5.00' });
    await winChargeback(id, { id: 'second', amount: 15_000 });
    await expectWallet({ available: '180.00', fees: '20.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('ends it together with a part that the team returned in the provider’s panel', async () => {
    const id = await fixture.buildOrderInProgress(PRICE);
    fixture.provider.returnMoney(id, 15_000);
    await changeChargeback(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    await expectWallet({});
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('ends it when such a part leaves less than the order keeps, and refunds only that', async () => {
    const id = await fixture.buildOrderInProgress(PRICE);
    fixture.provider.returnMoney(id, 10_000);
    await changeChargeback(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    await expectWallet({});
    expect(await listSentRefunds(id)).toEqual([5_000]);
  });
});

describe('after a chargeback of a part, a refund of an open order', () => {
  it.each([
    ['by its seller, after the pack was opened', () => fixture.seller, { isPackOpened: true }],
    ['by the team, in progress', () => fixture.admin, null],
  ])('%s returns the rest, and the part only when it is won', async (_, actorOf, pack) => {
    const id = pack ? await buildPaidOrder(pack) : await fixture.buildOrderInProgress(PRICE);
    await changeChargeback(id);
    expect((await fixture.refund(actorOf(), id)).statusCode).toBe(200);
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'refunded', refundedAmount: '200.00' },
    });
    await expectWallet({});
    expect(await listSentRefunds(id)).toEqual([15_000]);
    for (let n = 0; n < 2; n += 1) await winChargeback(id);
    expect(await listSentRefunds(id)).toEqual([15_000, 5_000]);
    await expectWallet({});
  });
});

describe('a chargeback of a part of a disputed order in progress', () => {
  const buildDisputedOrder = async (offer: string | null = null) => {
    const id = await fixture.buildOrderInProgress(PRICE);
    await fixture.open(id);
    await fixture.answer(id, {
      ...{ accept: false, message: 'Atendi.' },
      ...(offer === null ? {} : { offer }),
    });
    await changeChargeback(id);
    return id;
  };

  it('leaves the dispute open, and the team returns at most the rest', async () => {
    const id = await buildDisputedOrder();
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'in_progress', dispute: { state: 'answered' } },
    });
    await expectWallet({ held: '150.00' });
    const decision = await fixture.decide(id, { outcome: 'refunded' });
    expect(decision.json().dispute).toMatchObject({ price: '200.00', contestedAmount: '50.00' });
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'refunded', dispute: { refundedAmount: '150.00' } },
    });
    expect(await listSentRefunds(id)).toEqual([15_000]);
    await winChargeback(id);
    expect(await listSentRefunds(id)).toEqual([15_000, 5_000]);
    await expectWallet({});
  });

  it('leaves the seller the rest less the fee when the team decides for the seller', async () => {
    const id = await buildDisputedOrder();
    await fixture.decide(id, { outcome: 'released' });
    await expectWallet({ available: '135.00', fees: '15.00' });
    expect(await listSentRefunds(id)).toEqual([]);
  });

  it('counts before a part that the team returns', async () => {
    const id = await buildDisputedOrder();
    await fixture.decide(id, { outcome: 'partly_refunded', refundAmount: '180' });
    expect(await fixture.paymentOf(id)).toMatchObject({
      ...{ serviceStatus: 'complete', refundedAmount: '200.00' },
    });
    expect(await listSentRefunds(id)).toEqual([15_000]);
    await expectWallet({});
    const notices = await fixture.notificationsOf(id, 'dispute_resolved');
    expect(notices.find(({ receiver }) => receiver === fixture.seller.uid)?.content).toContain(
      'R$ 150,00 voltam para quem comprou, e nada fica para você, porque o resto foi contestado no banco.',
    );
  });

  it('is held again when it is won, and the buyer can still accept the offer', async () => {
    const id = await buildDisputedOrder('80.00');
    await winChargeback(id);
    await expectWallet({ held: '200.00' });
    expect((await fixture.step(id, 'accept-offer')).statusCode).toBe(200);
    expect(await listSentRefunds(id)).toEqual([8_000]);
    await expectWallet({ available: '108.00', fees: '12.00' });
  });

  it('leaves the seller the choice to return the rest', async () => {
    const id = await buildDisputedOrder();
    await fixture.answer(id, { accept: true });
    expect(await listSentRefunds(id)).toEqual([15_000]);
    await expectWallet({});
  });
});

describe('a chargeback of a part of an order of which nothing was received', () => {
  it('ends it, and both people read what the bank took and what is refunded', async () => {
    const id = await buildPaidOrder();
    await changeChargeback(id);
    expect(await fixture.paymentOf(id)).toMatchObject({ serviceStatus: 'refunded' });
    expect(await listSentRefunds(id)).toEqual([15_000]);
    await expectWallet({});
    const [toBuyer, toSeller] = await chargedBackTexts(id);
    expect(toBuyer).toContain(
      'R$ 50,00 voltam para você pelo banco. O pedido foi encerrado, e o resto, R$ 150,00, volta para você pelo mesmo meio de pagamento.',
    );
    expect(toSeller).toContain(
      'R$ 50,00 saíram da sua carteira. O pedido foi encerrado, e o resto, R$ 150,00, voltou para quem comprou.',
    );
  });

  it('names the rest once when one record has two chargebacks', async () => {
    const id = await buildPaidOrder();
    fixture.provider.chargeBack(id, { id: 'first', amount: 2_000, status: 'open' });
    await changeChargeback(id, { id: 'second', amount: 3_000 });
    expect(await listSentRefunds(id)).toEqual([15_000]);
    const texts = await chargedBackTexts(id);
    expect(texts).toHaveLength(4);
    expect(texts.filter((text) => text.includes('R$ 150,00'))).toHaveLength(2);
  });
});
