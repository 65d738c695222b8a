import type { Payment } from '@guilda/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { findOrderSummary, findOrderSummaryByCode, listOpenOrders } from '../index.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person('user', 'Bia');
  seller = await fixture.person('user', 'Vera');
});
afterAll(() => fixture.close());

const listOrders = async (person: Person, query = '') => {
  const answer = await fixture.call(person, 'GET', `/api/payments${query}`);
  return answer.json() as { payments: Payment[]; nextCursor: string | null };
};

describe('GET /api/payments/{id}', () => {
  it('shows an order to buyer, seller and administrators only', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const [admin, stranger] = [await fixture.person('admin'), await fixture.person()];
    await fixture.pool.query(
      `UPDATE users SET discord_id = '41', completed_sales = 2,
        created_at = '2026-10-01T12:00:00Z' WHERE uid = $1`,
      [seller.uid],
    );
    const readOrderAs = (person: Person | null) =>
      fixture.call(person, 'GET', `/api/payments/${order.id}`);
    for (const reader of [buyer, seller, admin]) {
      const answer = await readOrderAs(reader);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json().payment).toMatchObject({
        id: order.id,
        buyerName: 'Bia',
        buyerBadges: ['newbie'],
        sellerName: 'Vera',
        sellerBadges: ['verified', 'over-a-month'],
        checkoutUrl: null,
      });
    }
    expect((await readOrderAs(stranger)).json().error).toBe('Pedido não encontrado.');
    expect((await readOrderAs(stranger)).statusCode).toBe(404);
    expect((await readOrderAs(null)).statusCode).toBe(401);
  });

  it('gives the checkout address to the buyer only, while the order can be paid', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    const admin = await fixture.person('admin');
    const urlFor = async (person: Person) =>
      (await fixture.call(person, 'GET', `/api/payments/${order.id}`)).json().payment.checkoutUrl;
    expect(await urlFor(buyer)).toBe(order.checkoutUrl);
    expect(await urlFor(seller)).toBeNull();
    expect(await urlFor(admin)).toBeNull();
    await fixture.move({ action: 'cancel', orderId: order.id, by: 'buyer', actorId: buyer.uid });
    expect(await urlFor(buyer)).toBeNull();
  });

  it('keeps orders of closed accounts', async () => {
    const closedSeller = await fixture.person('user', 'Some Daqui');
    const order = await fixture.order('complete', { buyer, seller: closedSeller });
    await fixture.pool.query(
      `UPDATE users SET deleted_at = now(), display_name = NULL, photo_url = 'x' WHERE uid = $1`,
      [closedSeller.uid],
    );
    const answer = await fixture.call(buyer, 'GET', `/api/payments/${order.id}`);
    expect(answer.json().payment).toMatchObject({
      sellerName: 'Usuário removido',
      sellerPhotoURL: null,
      sellerBadges: [],
      buyerBadges: ['newbie'],
    });
  });

  it('answers 404 to any unknown id', async () => {
    for (const id of ['nonsense', '%00', "'%3B--", '..%2f', 'x'.repeat(300)]) {
      const answer = await fixture.call(buyer, 'GET', `/api/payments/${id}`);
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});

describe('GET /api/payments', () => {
  it('lists purchases and sales separately, newest first, each with its timeline', async () => {
    const [b, s] = [await fixture.person(), await fixture.person()];
    const firstPurchase = await fixture.order('complete', { buyer: b, seller: s });
    const secondPurchase = await fixture.order('awaiting_start', { buyer: b, seller: s });
    const thirdPurchase = await fixture.order('cancelled', { buyer: b, seller: s });
    const sale = await fixture.order('awaiting_start', { buyer: s, seller: b });
    const idsOf = ({ payments }: { payments: Payment[] }) => payments.map(({ id }) => id);
    expect(idsOf(await listOrders(b))).toEqual([
      thirdPurchase.id,
      secondPurchase.id,
      firstPurchase.id,
    ]);
    expect(idsOf(await listOrders(b, '?role=buyer'))).toEqual([
      thirdPurchase.id,
      secondPurchase.id,
      firstPurchase.id,
    ]);
    expect(idsOf(await listOrders(s, '?role=seller'))).toEqual([
      thirdPurchase.id,
      secondPurchase.id,
      firstPurchase.id,
    ]);
    expect(idsOf(await listOrders(b, '?role=seller'))).toEqual([sale.id]);
    expect(idsOf(await listOrders(b, '?status=awaiting_start'))).toEqual([secondPurchase.id]);
    expect(idsOf(await listOrders(b, '?status=refunded'))).toEqual([]);
    const [, , complete] = (await listOrders(b)).payments;
    expect(complete?.steps.map(({ status }) => status)).toEqual([
      'awaiting_payment',
      'awaiting_start',
      'in_progress',
      'complete',
    ]);
    const times = complete?.steps.map(({ at }) => at) ?? [];
    expect(times).toEqual([...times].sort());
    expect(times[2]?.slice(0, 19)).toBe(complete?.startedServiceAt?.slice(0, 19));
  });

  it('lists the oldest first, page by page, and disputed ones alone', async () => {
    const [b, s] = [await fixture.person(), await fixture.person()];
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1)
      ids.push((await fixture.order('in_progress', { buyer: b, seller: s })).id);
    const idsOf = async (query: string) =>
      (await listOrders(s, `?role=seller&${query}`)).payments.map(({ id }) => id);
    const { payments, nextCursor } = await listOrders(s, '?role=seller&sort=oldest&limit=2');
    expect(payments.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(await idsOf(`sort=oldest&cursor=${nextCursor}`)).toEqual(ids.slice(2));
    expect(await idsOf('disputed=true')).toEqual([]);
    await fixture.call(b, 'POST', `/api/payments/${ids[1]}/dispute`, {
      reason: 'not_delivered',
      description: 'Não começou.',
    });
    expect(await idsOf('disputed=true')).toEqual([ids[1]]);
    expect(await idsOf('disputed=false')).toHaveLength(3);
    const refusal = await fixture.call(s, 'GET', '/api/payments?sort=price');
    expect(refusal.json()).toMatchObject({ error: 'Parâmetro inválido.' });
  });

  it('lists orders with a review alone, or those without one', async () => {
    const [b, s] = [await fixture.person(), await fixture.person()];
    const reviewed = await fixture.order('complete', { buyer: b, seller: s });
    const other = await fixture.order('complete', { buyer: b, seller: s });
    await fixture.pool.query('UPDATE payments SET reviewed = true, rating = 5 WHERE id = $1', [
      reviewed.id,
    ]);
    const idsOf = async (query: string) =>
      (await listOrders(b, `?status=complete${query}`)).payments.map(({ id }) => id);
    expect(await idsOf('&reviewed=true')).toEqual([reviewed.id]);
    expect(await idsOf('&reviewed=false')).toEqual([other.id]);
    expect(await idsOf('')).toEqual([other.id, reviewed.id]);
  });

  it('filters by the other person, on either side', async () => {
    const [b, s, other] = [await fixture.person(), await fixture.person(), await fixture.person()];
    const purchase = await fixture.order('awaiting_start', { buyer: b, seller: s });
    await fixture.order('awaiting_start', { buyer: b, seller: other });
    const sale = await fixture.order('in_progress', { buyer: s, seller: b });
    const idsOf = async (query: string) =>
      (await listOrders(b, query)).payments.map(({ id }) => id);
    expect(await idsOf(`?partner=${s.uid}`)).toEqual([purchase.id]);
    expect(await idsOf(`?role=seller&partner=${s.uid}`)).toEqual([sale.id]);
    expect(await idsOf(`?partner=${s.uid}&status=in_progress`)).toEqual([]);
    expect(await idsOf(`?role=seller&partner=${other.uid}`)).toEqual([]);
  });

  it('pages through orders of the same microsecond without skipping or repeating', async () => {
    const [b, s] = [await fixture.person(), await fixture.person()];
    const placedOrders = await Promise.all(
      Array.from({ length: 23 }, () =>
        fixture.order('awaiting_start', { buyer: b, seller: s, price: 0 }),
      ),
    );
    await fixture.pool.query(
      `UPDATE payments SET created_at = '2026-01-01T00:00:00.123456Z' WHERE buyer_id = $1`,
      [b.uid],
    );
    const readIds: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = await listOrders(b, query);
      readIds.push(...page.payments.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(readIds).toEqual(
      placedOrders
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
  });

  it.each([
    'limit=0',
    'limit=51',
    'limit=1e3',
    'limit=1&limit=2',
    'role=admin',
    'role=buyer&role=seller',
    'status=paid',
    'cursor=%00',
    'cursor=nonsense',
    `cursor=${Buffer.from('2026-02-31T00:00:00.000000Z|01890000-0000-7000-8000-000000000000').toString('base64url')}`,
    `cursor=${Buffer.from("2026-01-01T00:00:00.000000Z|x'--").toString('base64url')}`,
  ])('refuses ?%s', async (query) => {
    const answer = await fixture.call(buyer, 'GET', `/api/payments?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatch(/^(Parâmetro inválido|Texto inválido)\.$/);
  });

  it('needs a session', async () => {
    expect((await fixture.call(null, 'GET', '/api/payments')).statusCode).toBe(401);
  });
});

describe('functions for other modules', () => {
  it('list the orders that are paid and not finished', async () => {
    const [b, s] = [await fixture.person(), await fixture.person()];
    const openOrders = [
      await fixture.order('awaiting_start', { buyer: b, seller: s }),
      await fixture.order('in_progress', { buyer: s, seller: b }),
    ];
    for (const otherStatus of ['awaiting_payment', 'complete', 'cancelled', 'refunded'] as const) {
      await fixture.order(otherStatus, { buyer: b, seller: s });
    }
    expect(await listOpenOrders(fixture.database.db, b.uid)).toEqual(
      openOrders.map(({ id, purchaseCode, productName, serviceStatus }) => ({
        id,
        purchaseCode,
        productName,
        serviceStatus,
      })),
    );
    expect(await listOpenOrders(fixture.database.db, (await fixture.person()).uid)).toEqual([]);
  });

  it('find an order by id and by purchase code', async () => {
    const order = await fixture.order('complete', { buyer, seller });
    const summary = {
      id: order.id,
      purchaseCode: order.purchaseCode,
      productName: 'Aula de mira',
      serviceId: order.serviceId,
      buyerId: buyer.uid,
      sellerId: seller.uid,
      isFree: false,
      serviceStatus: 'complete',
      reviewed: false,
      adult: false,
    };
    const { db } = fixture.database;
    expect(await findOrderSummary(db, order.id)).toEqual(summary);
    expect(await findOrderSummaryByCode(db, ` ${order.purchaseCode.toLowerCase()}`)).toEqual(
      summary,
    );
    expect(await findOrderSummaryByCode(db, 'GLD-000000')).toBeNull();
  });
});
