import type { WalletEntry } from '@guilda/contract/money/wallet';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { systemIds } from '../../../ports/ids.ts';
import { postCompletion, postPayment, postRefund, readLedgerSums } from '../index.ts';

let fixture: OrdersFixture;
let buyer: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
});
afterAll(() => fixture.close());

const readWallet = async (person: Person, query = '') => {
  const answer = await fixture.call(person, 'GET', `/api/wallet${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json() as {
    available: string;
    held: string;
    fees: string;
    withdrawing: string;
    entries: WalletEntry[];
    nextCursor: string | null;
  };
};

describe('GET /api/wallet', () => {
  it('is empty for a person who sold nothing', async () => {
    expect(await readWallet(await fixture.person())).toEqual({
      available: '0.00',
      clearing: '0.00',
      held: '0.00',
      debt: '0.00',
      fees: '0.00',
      withdrawing: '0.00',
      entries: [],
      nextCursor: null,
    });
  });

  it('holds the gross amount, then pays the net amount, and lists each movement', async () => {
    const seller = await fixture.person();
    const completeOrder = await fixture.order('complete', { buyer, seller, price: 4990 });
    const refundedOrder = await fixture.order('refunded', { buyer, seller, price: 1000 });
    const waitingOrder = await fixture.order('awaiting_start', { buyer, seller, price: 700 });
    const startedOrder = await fixture.order('in_progress', { buyer, seller, price: 15 });
    await fixture.order('awaiting_payment', { buyer, seller, price: 9999 });
    await fixture.order('complete', { buyer, seller, price: 0 });
    const { available, held, fees, entries } = await readWallet(seller);
    expect({ available, held, fees }).toEqual({ available: '44.91', held: '7.15', fees: '4.99' });
    expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['sale', '0.15'],
      ['sale', '7.00'],
      ['refund', '-10.00'],
      ['sale', '10.00'],
      ['fee', '-4.99'],
      ['sale', '49.90'],
    ]);
    expect(entries.map(({ paymentId }) => paymentId).slice(1)).toEqual([
      waitingOrder.id,
      refundedOrder.id,
      refundedOrder.id,
      completeOrder.id,
      completeOrder.id,
    ]);
    expect(entries.map(({ open }) => open)).toEqual([true, true, false, false, false, false]);
    expect(entries[0]).toEqual({
      id: expect.any(String),
      kind: 'sale',
      amount: '0.15',
      paymentId: startedOrder.id,
      purchaseCode: startedOrder.purchaseCode,
      productName: 'Aula de mira',
      heldUntil: null,
      disputed: false,
      open: true,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
  });

  it('shows a buyer nothing of what was paid to others', async () => {
    const [b, seller] = [await fixture.person(), await fixture.person()];
    await fixture.order('complete', { buyer: b, seller });
    await fixture.order('refunded', { buyer: b, seller });
    expect(await readWallet(b)).toMatchObject({ available: '0.00', held: '0.00', entries: [] });
  });

  it('pages through lines that add up to held plus available', async () => {
    const seller = await fixture.person();
    for (const status of ['complete', 'refunded', 'complete', 'in_progress'] as const) {
      await fixture.order(status, { buyer, seller, price: 1234 });
    }
    const allEntries: WalletEntry[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof readWallet>> = await readWallet(
        seller,
        `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      allEntries.push(...page.entries);
      cursor = page.nextCursor;
    } while (cursor !== null);
    const wholeWallet = await readWallet(seller, '?limit=50');
    expect(allEntries).toEqual(wholeWallet.entries);
    expect(allEntries).toHaveLength(7);
    const toCentavos = (text: string) => Math.round(Number(text) * 100);
    const sum = allEntries.reduce((total, { amount }) => total + toCentavos(amount), 0);
    expect(sum).toBe(toCentavos(wholeWallet.held) + toCentavos(wholeWallet.available));
  });

  it.each(['limit=0', 'limit=x', 'cursor=nonsense', 'cursor=a&cursor=b'])(
    'refuses ?%s',
    async (query) => {
      expect((await fixture.call(buyer, 'GET', `/api/wallet?${query}`)).statusCode).toBe(400);
    },
  );

  it('needs a session', async () => {
    expect((await fixture.call(null, 'GET', '/api/wallet')).statusCode).toBe(401);
  });
});

describe('the ledger', () => {
  it('posts each movement of an order once', async () => {
    const seller = await fixture.person();
    const { id: orderId } = await fixture.order('complete', { buyer, seller });
    const sale = { orderId, buyerId: buyer.uid, sellerId: seller.uid, amount: 4990 };
    const isPostedAgain = await fixture.database.transaction((tx) =>
      postPayment(tx, systemIds, sale),
    );
    const completion = { ...sale, feePercent: 10, clears: false };
    const isCompleted = await fixture.database.transaction((tx) =>
      postCompletion(tx, systemIds, completion),
    );
    expect([isPostedAgain, isCompleted]).toEqual([false, false]);
    expect(await readWallet(seller)).toMatchObject({ available: '44.91', held: '0.00' });
  });

  it('posts once of 50 concurrent postings', async () => {
    const seller = await fixture.person();
    const { id: orderId } = await fixture.order('awaiting_payment', { buyer, seller });
    const sale = { orderId, buyerId: buyer.uid, sellerId: seller.uid, amount: 4990 };
    const postedResults = await Promise.all(
      Array.from({ length: 50 }, () =>
        fixture.database.transaction((tx) => postPayment(tx, systemIds, sale)),
      ),
    );
    expect(postedResults.filter(Boolean)).toHaveLength(1);
    await fixture.database.transaction((tx) => postRefund(tx, systemIds, sale));
    expect(await readWallet(seller)).toMatchObject({ held: '0.00' });
  });

  it('writes nothing when no money moves', async () => {
    const seller = await fixture.person();
    const { id: orderId } = await fixture.order('awaiting_start', { buyer, seller, price: 0 });
    const sale = { orderId, buyerId: buyer.uid, sellerId: seller.uid, amount: 0 };
    const { db } = fixture.database;
    expect(await postPayment(db, systemIds, sale)).toBe(false);
    expect(await postCompletion(db, systemIds, { ...sale, feePercent: 10, clears: false })).toBe(
      false,
    );
    expect(await postRefund(db, systemIds, sale)).toBe(false);
  });

  it('balances for any price and fee', async () => {
    const seller = await fixture.person();
    const anyPrice = fc.integer({ min: 1, max: 5_000_000 });
    await fc.assert(
      fc.asyncProperty(anyPrice, fc.integer({ min: 0, max: 100 }), async (amount, feePercent) => {
        const { id: orderId } = await fixture.order('awaiting_payment', {
          buyer,
          seller,
          price: amount,
        });
        const sale = { orderId, buyerId: buyer.uid, sellerId: seller.uid, amount };
        await fixture.database
          .transaction(async (tx) => {
            expect(await postPayment(tx, systemIds, sale)).toBe(true);
            expect(
              await postCompletion(tx, systemIds, {
                ...sale,
                feePercent,
                clears: amount % 2 === 0,
              }),
            ).toBe(true);
            expect(await readLedgerSums(tx)).toEqual({ total: 0, unbalanced: [] });
            throw new Error('only tried out');
          })
          .catch((error: Error) => expect(error.message).toBe('only tried out'));
      }),
      { numRuns: 30 },
    );
  });
});
