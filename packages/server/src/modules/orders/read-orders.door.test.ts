import type { Payment } from '@guilda/contract/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { findPurchaseByCode, openOrdersOf, purchaseOf } from './index.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person('user', 'Bia');
  seller = await rig.person('user', 'Vera');
});
afterAll(() => rig.close());

const list = async (who: Person, query = '') => {
  const answer = await rig.call(who, 'GET', `/api/payments${query}`);
  return answer.json() as { payments: Payment[]; nextCursor: string | null };
};

describe('GET /api/payments/{id}', () => {
  it('shows an order to its people and the team, and to nobody else', async () => {
    const order = await rig.order('in_progress', { buyer, seller });
    const [admin, stranger] = [await rig.person('admin'), await rig.person()];
    await rig.pool.query(
      `UPDATE users SET discord_id = '41', completed_sales = 2,
        created_at = now() - interval '40 days' WHERE uid = $1`,
      [seller.uid],
    );
    const read = (who: Person | null) => rig.call(who, 'GET', `/api/payments/${order.id}`);
    for (const who of [buyer, seller, admin]) {
      const answer = await read(who);
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
    expect((await read(stranger)).json().error).toBe('Pedido não encontrado.');
    expect((await read(stranger)).statusCode).toBe(404);
    expect((await read(null)).statusCode).toBe(401);
  });

  it('gives the address to pay at to the buyer alone, and only while it is of use', async () => {
    const order = await rig.order('awaiting_payment', { buyer, seller });
    const admin = await rig.person('admin');
    const urlFor = async (who: Person) =>
      (await rig.call(who, 'GET', `/api/payments/${order.id}`)).json().payment.checkoutUrl;
    expect(await urlFor(buyer)).toBe(order.checkoutUrl);
    expect(await urlFor(seller)).toBeNull();
    expect(await urlFor(admin)).toBeNull();
    await rig.move({ action: 'cancel', paymentId: order.id, by: 'buyer', actorId: buyer.uid });
    expect(await urlFor(buyer)).toBeNull();
  });

  it('keeps the order of people whose account is gone', async () => {
    const leaving = await rig.person('user', 'Some Daqui');
    const order = await rig.order('complete', { buyer, seller: leaving });
    await rig.pool.query(
      `UPDATE users SET deleted_at = now(), display_name = NULL, photo_url = 'x' WHERE uid = $1`,
      [leaving.uid],
    );
    const answer = await rig.call(buyer, 'GET', `/api/payments/${order.id}`);
    expect(answer.json().payment).toMatchObject({
      sellerName: 'Usuário removido',
      sellerPhotoURL: null,
      sellerBadges: [],
      buyerBadges: ['newbie'],
    });
  });

  it('answers any id at all', async () => {
    for (const id of ['nonsense', '%00', "'%3B--", '..%2f', 'x'.repeat(300)]) {
      const answer = await rig.call(buyer, 'GET', `/api/payments/${id}`);
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});

describe('GET /api/payments', () => {
  it('lists purchases and sales apart, newest first, each with its timeline', async () => {
    const [b, s] = [await rig.person(), await rig.person()];
    const one = await rig.order('complete', { buyer: b, seller: s });
    const two = await rig.order('awaiting_start', { buyer: b, seller: s });
    const three = await rig.order('cancelled', { buyer: b, seller: s });
    const four = await rig.order('awaiting_start', { buyer: s, seller: b });
    const idsOf = ({ payments }: { payments: Payment[] }) => payments.map(({ id }) => id);
    expect(idsOf(await list(b))).toEqual([three.id, two.id, one.id]);
    expect(idsOf(await list(b, '?role=buyer'))).toEqual([three.id, two.id, one.id]);
    expect(idsOf(await list(s, '?role=seller'))).toEqual([three.id, two.id, one.id]);
    expect(idsOf(await list(b, '?role=seller'))).toEqual([four.id]);
    expect(idsOf(await list(b, '?status=awaiting_start'))).toEqual([two.id]);
    expect(idsOf(await list(b, '?status=refunded'))).toEqual([]);
    const [, , complete] = (await list(b)).payments;
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

  it('lists those with one person, on either side', async () => {
    const [b, s, other] = [await rig.person(), await rig.person(), await rig.person()];
    const one = await rig.order('awaiting_start', { buyer: b, seller: s });
    await rig.order('awaiting_start', { buyer: b, seller: other });
    const back = await rig.order('in_progress', { buyer: s, seller: b });
    const idsOf = async (query: string) => (await list(b, query)).payments.map(({ id }) => id);
    expect(await idsOf(`?partner=${s.uid}`)).toEqual([one.id]);
    expect(await idsOf(`?role=seller&partner=${s.uid}`)).toEqual([back.id]);
    expect(await idsOf(`?partner=${s.uid}&status=in_progress`)).toEqual([]);
    expect(await idsOf(`?role=seller&partner=${other.uid}`)).toEqual([]);
  });

  it('pages through orders of the same microsecond without skipping or repeating', async () => {
    const [b, s] = [await rig.person(), await rig.person()];
    const made = await Promise.all(
      Array.from({ length: 23 }, () =>
        rig.order('awaiting_start', { buyer: b, seller: s, price: 0 }),
      ),
    );
    await rig.pool.query(
      `UPDATE payments SET created_at = '2026-01-01T00:00:00.123456Z' WHERE buyer_id = $1`,
      [b.uid],
    );
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = `?limit=5${cursor === null ? '' : `&cursor=${cursor}`}`;
      const page = await list(b, query);
      seen.push(...page.payments.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual(
      made
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
    const answer = await rig.call(buyer, 'GET', `/api/payments?${query}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatch(/^(Parâmetro inválido|Texto inválido)\.$/);
  });

  it('is for people who are signed in', async () => {
    expect((await rig.call(null, 'GET', '/api/payments')).statusCode).toBe(401);
  });
});

describe('what other modules ask', () => {
  it('names the orders that are paid and not over', async () => {
    const [b, s] = [await rig.person(), await rig.person()];
    const open = [
      await rig.order('awaiting_start', { buyer: b, seller: s }),
      await rig.order('in_progress', { buyer: s, seller: b }),
    ];
    for (const over of ['awaiting_payment', 'complete', 'cancelled', 'refunded'] as const) {
      await rig.order(over, { buyer: b, seller: s });
    }
    expect(await openOrdersOf(rig.database.db, b.uid)).toEqual(
      open.map(({ id, purchaseCode, productName, serviceStatus }) => ({
        id,
        purchaseCode,
        productName,
        serviceStatus,
      })),
    );
    expect(await openOrdersOf(rig.database.db, (await rig.person()).uid)).toEqual([]);
  });

  it('finds a purchase by id and by code', async () => {
    const order = await rig.order('complete', { buyer, seller });
    const facts = {
      id: order.id,
      purchaseCode: order.purchaseCode,
      productName: 'Aula de mira',
      serviceId: order.serviceId,
      buyerId: buyer.uid,
      sellerId: seller.uid,
      price: 4990,
      serviceStatus: 'complete',
      reviewed: false,
      adult: false,
    };
    const { db } = rig.database;
    expect(await purchaseOf(db, order.id)).toEqual(facts);
    expect(await findPurchaseByCode(db, ` ${order.purchaseCode.toLowerCase()}`)).toEqual(facts);
    expect(await findPurchaseByCode(db, 'GLD-000000')).toBeNull();
  });
});
