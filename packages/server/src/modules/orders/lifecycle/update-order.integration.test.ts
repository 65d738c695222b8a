import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { markOrderReviewed } from '../index.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
  stranger = await fixture.person();
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());

const startBody = { serviceStatus: 'in_progress', startedServiceAt: '2001-02-03T04:05:06.000Z' };
const completionBy = (person: Person) => ({ serviceStatus: 'complete', endedIt: person.uid });
const reviewedBody = (rating: number) => ({ reviewed: true, rating });

const patchOrder = (person: Person | null, id: string, body: unknown) =>
  fixture.call(person, 'PATCH', `/api/payments/${id}/update-payment`, body);

const expectRefusal = async (
  answer: ReturnType<typeof patchOrder>,
  status: number,
  error: string,
) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';
const ledgerOf = async (id: string) => {
  const { rows } = await fixture.pool.query(
    `SELECT t.kind, e.account, e.amount::integer FROM ledger_entries e
     JOIN ledger_transactions t ON t.id = e.transaction_id
     WHERE t.payment_id = $1 ORDER BY e.id`,
    [id],
  );
  return rows;
};

describe('starting an order', () => {
  it('is allowed to the seller only, at the server’s time', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    await expectRefusal(
      patchOrder(buyer, order.id, startBody),
      403,
      'Apenas quem vende pode iniciar o atendimento.',
    );
    await expectRefusal(
      patchOrder(admin, order.id, startBody),
      403,
      'Apenas quem vende pode iniciar o atendimento.',
    );
    await expectRefusal(patchOrder(stranger, order.id, startBody), 404, 'Pedido não encontrado.');
    await expectRefusal(patchOrder(null, order.id, startBody), 401, 'Token não fornecido.');
    expect(await fixture.orderOf(order.id)).toEqual(order);

    const timeBefore = Date.now();
    const answer = await patchOrder(seller, order.id, startBody);
    expect(answer.statusCode).toBe(200);
    const { payment } = answer.json();
    expect(payment).toMatchObject({ serviceStatus: 'in_progress', endedIt: null });
    expect(Date.parse(payment.startedServiceAt)).toBeGreaterThan(timeBefore - 5_000);
    expect(payment.steps.map(({ status }: { status: string }) => status)).toEqual([
      'awaiting_payment',
      'awaiting_start',
      'in_progress',
    ]);
  });

  it('succeeds without effect when the seller repeats it', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const firstResponse = await patchOrder(seller, order.id, startBody);
    const repeatedResponse = await patchOrder(seller, order.id, {
      ...startBody,
      startedServiceAt: '2030-01-01T00:00:00Z',
    });
    expect(repeatedResponse.statusCode).toBe(200);
    expect(repeatedResponse.json()).toEqual(firstResponse.json());
  });

  it.each(['awaiting_payment', 'complete', 'cancelled', 'refunded'] as const)(
    'is refused in the status %s',
    async (status) => {
      const order = await fixture.order(status, { buyer, seller });
      await expectRefusal(patchOrder(seller, order.id, startBody), 409, WRONG_STATUS);
      expect(await fixture.orderOf(order.id)).toEqual(order);
    },
  );
});

describe('completing an order', () => {
  it.each(['seller', 'buyer'] as const)(
    'by the %s pays the seller the net amount',
    async (role) => {
      const endingPerson = role === 'seller' ? seller : buyer;
      const otherPerson = role === 'seller' ? buyer : seller;
      const order = await fixture.order('in_progress', { buyer, seller });
      const answer = await patchOrder(endingPerson, order.id, completionBy(endingPerson));
      expect(answer.statusCode).toBe(200);
      expect(answer.json().payment).toMatchObject({
        serviceStatus: 'complete',
        endedIt: endingPerson.uid,
      });
      expect((await fixture.orderOf(order.id)).endedAt).toBeInstanceOf(Date);
      expect(await ledgerOf(order.id)).toEqual([
        { kind: 'payment', account: 'buyer', amount: -4990 },
        { kind: 'payment', account: 'held', amount: 4990 },
        { kind: 'completion', account: 'held', amount: -4990 },
        { kind: 'completion', account: 'seller', amount: 4491 },
        { kind: 'completion', account: 'platform', amount: 499 },
      ]);

      const repeatedResponse = await patchOrder(endingPerson, order.id, completionBy(endingPerson));
      expect(repeatedResponse.statusCode).toBe(200);
      expect(repeatedResponse.json()).toEqual(answer.json());
      await expectRefusal(
        patchOrder(otherPerson, order.id, completionBy(otherPerson)),
        409,
        WRONG_STATUS,
      );
      expect(await ledgerOf(order.id)).toHaveLength(5);
    },
  );

  it('is allowed to buyer and seller only, each in their own name', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    await expectRefusal(patchOrder(seller, order.id, completionBy(buyer)), 403, 'Acesso negado.');
    await expectRefusal(patchOrder(buyer, order.id, completionBy(seller)), 403, 'Acesso negado.');
    await expectRefusal(patchOrder(buyer, order.id, completionBy(stranger)), 403, 'Acesso negado.');
    await expectRefusal(patchOrder(admin, order.id, completionBy(admin)), 403, 'Acesso negado.');
    await expectRefusal(
      patchOrder(stranger, order.id, completionBy(stranger)),
      404,
      'Pedido não encontrado.',
    );
    const invalidBody = { serviceStatus: 'complete', endedIt: 'nonsense' };
    await expectRefusal(patchOrder(buyer, order.id, invalidBody), 403, 'Acesso negado.');
    expect(await fixture.orderOf(order.id)).toEqual(order);
  });

  it.each(['awaiting_payment', 'awaiting_start', 'cancelled', 'refunded'] as const)(
    'is refused in the status %s',
    async (status) => {
      const order = await fixture.order(status, { buyer, seller });
      await expectRefusal(patchOrder(seller, order.id, completionBy(seller)), 409, WRONG_STATUS);
      await expectRefusal(patchOrder(buyer, order.id, completionBy(buyer)), 409, WRONG_STATUS);
      expect(await fixture.orderOf(order.id)).toEqual(order);
    },
  );

  it('of a free service moves no money', async () => {
    const order = await fixture.order('in_progress', { buyer, seller, price: 0 });
    expect((await patchOrder(buyer, order.id, completionBy(buyer))).statusCode).toBe(200);
    expect(await ledgerOf(order.id)).toEqual([]);
  });
});

describe('confirming the review of an order', () => {
  it('needs the review and takes the rating from it', async () => {
    const order = await fixture.order('complete', { buyer, seller });
    await expectRefusal(patchOrder(buyer, order.id, reviewedBody(5)), 409, WRONG_STATUS);
    await expectRefusal(
      patchOrder(seller, order.id, reviewedBody(5)),
      403,
      'Apenas quem compra pode avaliar.',
    );
    await expectRefusal(
      patchOrder(admin, order.id, reviewedBody(5)),
      403,
      'Apenas quem compra pode avaliar.',
    );
    await expectRefusal(
      patchOrder(stranger, order.id, reviewedBody(5)),
      404,
      'Pedido não encontrado.',
    );
    expect(await fixture.orderOf(order.id)).toEqual(order);

    expect(await markOrderReviewed(fixture.database.db, order.id, 2)).toBe(true);
    expect(await markOrderReviewed(fixture.database.db, order.id, 5)).toBe(false);
    const answer = await patchOrder(buyer, order.id, reviewedBody(5));
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({ reviewed: true, rating: 2 });
    await expectRefusal(
      patchOrder(seller, order.id, reviewedBody(2)),
      403,
      'Apenas quem compra pode avaliar.',
    );
  });

  it('is only possible for a completed order', async () => {
    for (const status of ['awaiting_start', 'in_progress', 'refunded'] as const) {
      const order = await fixture.order(status, { buyer, seller });
      expect(await markOrderReviewed(fixture.database.db, order.id, 5)).toBe(false);
      await expectRefusal(patchOrder(buyer, order.id, reviewedBody(5)), 409, WRONG_STATUS);
    }
  });
});

describe('malformed updates of an order', () => {
  it.each([
    {},
    { serviceStatus: 'complete' },
    { serviceStatus: 'in_progress' },
    { serviceStatus: 'in_progress', startedServiceAt: 'agora' },
    { serviceStatus: 'in_progress', startedServiceAt: '2026-01-01T00:00:00Z', price: 1 },
    { serviceStatus: 'refunded' },
    { serviceStatus: 'cancelled', endedIt: 'x' },
    { serviceStatus: 'complete', endedIt: ['x'] },
    { serviceStatus: 'complete', endedIt: 'x', rating: 5 },
    { serviceStatus: ['complete'], endedIt: 'x' },
    { reviewed: true },
    { reviewed: false, rating: 5 },
    { reviewed: true, rating: 0 },
    { reviewed: true, rating: 6 },
    { reviewed: true, rating: 4.5 },
    { reviewed: true, rating: '5' },
    { reviewed: true, rating: 5, serviceStatus: 'complete', endedIt: 'x' },
    { serviceStatus: 'complete', endedIt: 'a\0b' },
    [],
    [{ reviewed: true, rating: 5 }],
    null,
  ])('answer 400 to the body %j', async (body) => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const answer = await patchOrder(seller, order.id, body);
    expect(answer.statusCode).toBe(400);
    expect(await fixture.orderOf(order.id)).toEqual(order);
  });

  it('answer 404 to an id that is not a UUID', async () => {
    for (const id of ['nonsense', '%00', '1 OR 1=1', '0'.repeat(190)]) {
      const answer = await patchOrder(seller, encodeURIComponent(id), startBody);
      expect([400, 404]).toContain(answer.statusCode);
    }
  });
});

describe('concurrent updates of an order', () => {
  const codesOf = async (answers: ReturnType<typeof patchOrder>[]) =>
    (await Promise.all(answers)).map(({ statusCode }) => statusCode);

  it('start it once, by 100 requests', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const answers = Array.from({ length: 100 }, () => patchOrder(seller, order.id, startBody));
    expect(new Set(await codesOf(answers))).toEqual(new Set([200]));
    const bodies = new Set((await Promise.all(answers)).map(({ body }) => body));
    expect(bodies.size).toBe(1);
    const { rows } = await fixture.pool.query(
      `SELECT count(*)::integer AS n FROM payment_steps WHERE payment_id = $1 AND status = 'in_progress'`,
      [order.id],
    );
    expect(rows).toEqual([{ n: 1 }]);
  });

  it('complete it once, by 100 requests of both people, and notify one of them', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const answers = await codesOf(
      Array.from({ length: 100 }, (_, n) => {
        const person = n % 2 === 0 ? seller : buyer;
        return patchOrder(person, order.id, completionBy(person));
      }),
    );
    expect(answers.filter((code) => code === 200)).toHaveLength(50);
    expect(answers.filter((code) => code === 409)).toHaveLength(50);
    expect(await ledgerOf(order.id)).toHaveLength(5);
  });

  it('leave one consistent history when starts, completions and refunds are mixed', async () => {
    const orders = await Promise.all(
      Array.from({ length: 10 }, () => fixture.order('awaiting_start', { buyer, seller })),
    );
    const refund = (action: 'refundUnstarted' | 'refundStarted', orderId: string) =>
      fixture.move({ action, orderId, by: 'admin', actorId: admin.uid });
    const answers = await Promise.all(
      orders.flatMap((order) => [
        patchOrder(seller, order.id, startBody),
        patchOrder(buyer, order.id, completionBy(buyer)),
        patchOrder(seller, order.id, completionBy(seller)),
        refund('refundUnstarted', order.id),
        refund('refundStarted', order.id),
      ]),
    );
    for (const answer of answers) {
      if (answer && 'statusCode' in answer) expect(answer.statusCode).toBeLessThan(500);
    }
  });
});
