import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { enqueueOrderRevocations } from '../order-jobs.ts';
import { revokeUnpaidOrder } from './expire-order.ts';

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
beforeEach(() => {
  fixture.provider.down = false;
  fixture.provider.pause = async () => {};
});

const createUnpaidOrder = () => fixture.order('awaiting_payment', { buyer, seller });
const cancelOrder = (person: Person | null, id: string) =>
  fixture.call(person, 'POST', `/api/payments/${id}/cancel`);
const expectRefusal = async (
  answer: ReturnType<typeof cancelOrder>,
  status: number,
  error: string,
) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};
const readProviderRecord = async (id: string) => {
  const lookupResult = await fixture.provider.lookup({ orderId: id });
  return lookupResult.ok ? lookupResult.value : null;
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('cancelling', () => {
  it('is allowed to the buyer only, and closes the checkout first', async () => {
    const order = await createUnpaidOrder();
    const onlyBuyerMessage = 'Apenas quem compra pode cancelar o pedido.';
    await expectRefusal(cancelOrder(seller, order.id), 403, onlyBuyerMessage);
    await expectRefusal(cancelOrder(admin, order.id), 403, onlyBuyerMessage);
    await expectRefusal(cancelOrder(stranger, order.id), 404, 'Pedido não encontrado.');
    await expectRefusal(cancelOrder(null, order.id), 401, 'Token não fornecido.');
    expect(await fixture.orderOf(order.id)).toEqual(order);

    const answer = await cancelOrder(buyer, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({
      serviceStatus: 'cancelled',
      checkoutUrl: null,
      expiresAt: null,
      steps: [{ by: 'buyer' }, { status: 'cancelled', by: 'buyer' }],
    });
    expect(await readProviderRecord(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.notificationsOf(order.id)).toEqual([]);

    const repeatedResponse = await cancelOrder(buyer, order.id);
    expect(repeatedResponse.statusCode).toBe(200);
    expect(repeatedResponse.json()).toEqual(answer.json());
  });

  it.each(['awaiting_start', 'in_progress', 'complete', 'refunded'] as const)(
    'is too late in %s',
    async (status) => {
      const order = await fixture.order(status, { buyer, seller });
      await expectRefusal(cancelOrder(buyer, order.id), 409, WRONG_STATUS);
      expect(await fixture.orderOf(order.id)).toEqual(order);
    },
  );

  it('does not count as the buyer’s when the order expired', async () => {
    const order = await createUnpaidOrder();
    await fixture.lapse(order.id);
    await fixture.move({ action: 'expire', orderId: order.id, by: 'system', actorId: null });
    await expectRefusal(cancelOrder(buyer, order.id), 409, WRONG_STATUS);
  });

  it('loses against a payment at the provider, which counts', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id);
    await expectRefusal(cancelOrder(buyer, order.id), 409, 'Pagamento já processado.');
    expect(await fixture.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 4990,
    });
    await expectRefusal(cancelOrder(buyer, order.id), 409, WRONG_STATUS);
  });

  it('refunds a wrong amount and succeeds', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.pay(order.id, 10);
    expect((await cancelOrder(buyer, order.id)).statusCode).toBe(200);
    expect(await fixture.refundsOf(order.id)).toMatchObject([
      { amount: 10, reason: 'wrong_amount' },
    ]);
  });
});

describe('while the provider does not answer', () => {
  it('cancels anyway, and closes the checkout when it answers again', async () => {
    const order = await createUnpaidOrder();
    fixture.provider.down = true;
    expect((await cancelOrder(buyer, order.id)).statusCode).toBe(200);
    expect(await fixture.listWaitingJobs('orders.close_checkout')).toEqual([
      { paymentId: order.id },
    ]);
    fixture.provider.down = false;
    await fixture.jobs.runUntilIdle();
    expect(await readProviderRecord(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.listWaitingJobs('orders.close_checkout')).toEqual([]);
  });

  it('refunds a payment that still arrives, however it becomes known', async () => {
    for (const newsSource of ['job', 'webhook'] as const) {
      const order = await createUnpaidOrder();
      fixture.provider.down = true;
      await cancelOrder(buyer, order.id);
      fixture.provider.down = false;
      fixture.provider.pay(order.id);
      if (newsSource === 'webhook') await fixture.deliver(order.id);
      await fixture.jobs.runUntilIdle();
      expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'cancelled' });
      expect(await fixture.refundsOf(order.id)).toMatchObject([
        { amount: 4990, reason: 'late', status: 'succeeded' },
      ]);
      expect(await readProviderRecord(order.id)).toMatchObject({
        amountPaid: 4990,
        amountRefunded: 4990,
      });
      expect(await fixture.notificationsOf(order.id)).toMatchObject([
        { event: 'returned', receiver: buyer.uid, sender: null, type: 'payment' },
      ]);
    }
  });
});

describe('an order whose seller is suspended', () => {
  const createOrderOfSuspendedSeller = async () => {
    const suspendedSeller = await fixture.person();
    const order = await fixture.order('awaiting_payment', { buyer, seller: suspendedSeller });
    await fixture.pool.query(`UPDATE users SET suspended_at = now() WHERE uid = $1`, [
      suspendedSeller.uid,
    ]);
    return order;
  };
  const revokeOrder = async (id: string) => {
    await fixture.database.transaction((tx) => enqueueOrderRevocations(tx, [id]));
    await fixture.jobs.runUntilIdle();
  };

  it('is cancelled once, closes its checkout and notifies the buyer', async () => {
    const order = await createOrderOfSuspendedSeller();
    await Promise.all([revokeOrder(order.id), revokeOrder(order.id)]);
    await revokeOrder(order.id);
    expect((await fixture.stepsOf(order.id)).slice(1)).toEqual([
      { status: 'cancelled', actor: 'system', actor_id: null },
    ]);
    expect(await readProviderRecord(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.notificationsOf(order.id)).toMatchObject([
      { event: 'revoked', receiver: buyer.uid },
    ]);
  });

  it('is cancelled while the provider does not answer, and refunds what still arrives', async () => {
    const order = await createOrderOfSuspendedSeller();
    fixture.provider.down = true;
    await revokeUnpaidOrder(fixture.deps)(order.id);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('cancelled');
    fixture.provider.down = false;
    fixture.provider.pay(order.id);
    await fixture.jobs.runUntilIdle();
    expect(await readProviderRecord(order.id)).toMatchObject({
      amountPaid: 4990,
      amountRefunded: 4990,
    });
  });

  it('is refunded when it was paid a moment before', async () => {
    const order = await createOrderOfSuspendedSeller();
    fixture.provider.pay(order.id);
    await Promise.all([fixture.deliver(order.id), revokeOrder(order.id)]);
    await fixture.jobs.runUntilIdle();
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('cancelled');
    expect(await readProviderRecord(order.id)).toMatchObject({
      amountPaid: 4990,
      amountRefunded: 4990,
    });
  });

  it('stays payable when the suspension ends before', async () => {
    const order = await createUnpaidOrder();
    await revokeOrder(order.id);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
  });

  it.each([
    ['answers', false],
    ['is away', true],
  ])(
    'stays payable when the seller is back before the provider answers, which %s',
    async (_, isProviderDown) => {
      const order = await createOrderOfSuspendedSeller();
      fixture.provider.down = isProviderDown;
      fixture.provider.pause = async () => {
        const liftSuspensionSql = 'UPDATE users SET suspended_at = NULL WHERE uid = $1';
        await fixture.pool.query(liftSuspensionSql, [order.sellerId]);
      };
      await revokeOrder(order.id);
      expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
      expect(await fixture.notificationsOf(order.id)).toEqual([]);
      expect(await fixture.listWaitingJobs('orders.close_checkout')).toEqual([]);
    },
  );
});

describe('concurrent requests', () => {
  it('100 concurrent cancellations have one effect and all succeed', async () => {
    const order = await createUnpaidOrder();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => cancelOrder(buyer, order.id)),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await fixture.stepsOf(order.id)).toHaveLength(2);
  });

  it('a payment and a cancellation end in one of the two states, and no centavo is lost', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, createUnpaidOrder));
    const answers = await Promise.all(
      orders.map(async (order, n) => {
        const pay = async () => {
          fixture.provider.pay(order.id);
          await fixture.deliver(order.id);
        };
        const [first, second] = n % 2 === 0 ? [pay, null] : [null, pay];
        const [, answer] = await Promise.all([
          first?.(),
          cancelOrder(buyer, order.id),
          second?.(),
          fixture.deliver(order.id),
        ]);
        return answer.statusCode;
      }),
    );
    await fixture.jobs.runUntilIdle();
    for (const [n, order] of orders.entries()) {
      const { serviceStatus } = await fixture.orderOf(order.id);
      const record = await readProviderRecord(order.id);
      const keptAmount = (record?.amountPaid ?? 0) - (record?.amountRefunded ?? 0);
      if (answers[n] === 200)
        expect({ serviceStatus, kept: keptAmount }).toEqual({
          serviceStatus: 'cancelled',
          kept: 0,
        });
      else
        expect({ serviceStatus, kept: keptAmount }).toEqual({
          serviceStatus: 'awaiting_start',
          kept: 4990,
        });
    }
  });

  it('a checkout that opens during a cancellation is closed again', async () => {
    const { id: serviceId } = await fixture.service(seller);
    let releaseProvider: () => void = () => undefined;
    const providerReleased = new Promise<void>((resolve) => {
      releaseProvider = resolve;
    });
    fixture.provider.pause = () => providerReleased;
    const purchaseRequest = fixture.buy(buyer, { serviceId, idempotencyKey: 'slow-checkout' });
    const findOrderId = async () =>
      (await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [serviceId]))
        .rows[0]?.id;
    await expect.poll(findOrderId).toBeDefined();
    const id: string = await findOrderId();
    await fixture.move({ action: 'cancel', orderId: id, by: 'buyer', actorId: buyer.uid });
    releaseProvider();
    expect(await purchaseRequest).toMatchObject({ ok: true, value: { checkoutUrl: null } });
    await fixture.jobs.runUntilIdle();
    expect(await readProviderRecord(id)).toMatchObject({ status: 'expired' });
  });
});
