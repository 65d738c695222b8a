import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { enqueueOrderRevocation } from '../order-jobs.ts';
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
const cancelOrder = (who: Person | null, id: string) =>
  fixture.call(who, 'POST', `/api/payments/${id}/cancel`);
const expectRefusal = async (
  answer: ReturnType<typeof cancelOrder>,
  status: number,
  error: string,
) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};
const readOrderFacts = async (id: string) => {
  const facts = await fixture.provider.lookup({ orderId: id });
  return facts.ok ? facts.value : null;
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('cancelling', () => {
  it('is allowed to the buyer only, and closes the checkout first', async () => {
    const order = await createUnpaidOrder();
    const only = 'Apenas o comprador pode cancelar o pedido.';
    await expectRefusal(cancelOrder(seller, order.id), 403, only);
    await expectRefusal(cancelOrder(admin, order.id), 403, only);
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
    expect(await readOrderFacts(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.notificationsOf(order.id)).toEqual([]);

    const again = await cancelOrder(buyer, order.id);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(answer.json());
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
    expect(await readOrderFacts(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.listWaitingJobs('orders.close_checkout')).toEqual([]);
  });

  it('refunds a payment that still arrives, however it becomes known', async () => {
    for (const told of ['job', 'webhook'] as const) {
      const order = await createUnpaidOrder();
      fixture.provider.down = true;
      await cancelOrder(buyer, order.id);
      fixture.provider.down = false;
      fixture.provider.pay(order.id);
      if (told === 'webhook') await fixture.deliver(order.id);
      await fixture.jobs.runUntilIdle();
      expect(await fixture.orderOf(order.id)).toMatchObject({ serviceStatus: 'cancelled' });
      expect(await fixture.refundsOf(order.id)).toMatchObject([
        { amount: 4990, reason: 'late', status: 'succeeded' },
      ]);
      expect(await readOrderFacts(order.id)).toMatchObject({
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
  const suspended = async () => {
    const left = await fixture.person();
    const order = await fixture.order('awaiting_payment', { buyer, seller: left });
    await fixture.pool.query(`UPDATE users SET suspended_at = now() WHERE uid = $1`, [left.uid]);
    return order;
  };
  const revoke = async (id: string) => {
    await enqueueOrderRevocation(fixture.deps, fixture.database.db, id);
    await fixture.jobs.runUntilIdle();
  };

  it('is cancelled once, closes its checkout and notifies the buyer', async () => {
    const order = await suspended();
    await Promise.all([revoke(order.id), revoke(order.id)]);
    await revoke(order.id);
    expect((await fixture.stepsOf(order.id)).slice(1)).toEqual([
      { status: 'cancelled', actor: 'system', actor_id: null },
    ]);
    expect(await readOrderFacts(order.id)).toMatchObject({ status: 'expired' });
    expect(await fixture.notificationsOf(order.id)).toMatchObject([
      { event: 'revoked', receiver: buyer.uid },
    ]);
  });

  it('is cancelled while the provider does not answer, and refunds what still arrives', async () => {
    const order = await suspended();
    fixture.provider.down = true;
    await revokeUnpaidOrder(fixture.deps)(order.id);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('cancelled');
    fixture.provider.down = false;
    fixture.provider.pay(order.id);
    await fixture.jobs.runUntilIdle();
    expect(await readOrderFacts(order.id)).toMatchObject({
      amountPaid: 4990,
      amountRefunded: 4990,
    });
  });

  it('is refunded when it was paid a moment before', async () => {
    const order = await suspended();
    fixture.provider.pay(order.id);
    await Promise.all([fixture.deliver(order.id), revoke(order.id)]);
    await fixture.jobs.runUntilIdle();
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('cancelled');
    expect(await readOrderFacts(order.id)).toMatchObject({
      amountPaid: 4990,
      amountRefunded: 4990,
    });
  });

  it('stays payable when the suspension ends before', async () => {
    const order = await createUnpaidOrder();
    await revoke(order.id);
    expect((await fixture.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
  });

  it.each([
    ['answers', false],
    ['is away', true],
  ])(
    'stays payable when the seller is back before the provider answers, which %s',
    async (_, down) => {
      const order = await suspended();
      fixture.provider.down = down;
      fixture.provider.pause = async () => {
        const back = 'UPDATE users SET suspended_at = NULL WHERE uid = $1';
        await fixture.pool.query(back, [order.sellerId]);
      };
      await revoke(order.id);
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
        const pays = async () => {
          fixture.provider.pay(order.id);
          await fixture.deliver(order.id);
        };
        const [first, second] = n % 2 === 0 ? [pays, null] : [null, pays];
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
      const facts = await readOrderFacts(order.id);
      const kept = (facts?.amountPaid ?? 0) - (facts?.amountRefunded ?? 0);
      if (answers[n] === 200)
        expect({ serviceStatus, kept }).toEqual({ serviceStatus: 'cancelled', kept: 0 });
      else expect({ serviceStatus, kept }).toEqual({ serviceStatus: 'awaiting_start', kept: 4990 });
    }
  });

  it('a checkout that opens during a cancellation is closed again', async () => {
    const { id: serviceId } = await fixture.service(seller);
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    fixture.provider.pause = () => opened;
    const buying = fixture.buy(buyer, { serviceId, idempotencyKey: 'slow-checkout' });
    const find = async () =>
      (await fixture.pool.query('SELECT id FROM payments WHERE service_id = $1', [serviceId]))
        .rows[0]?.id;
    await expect.poll(find).toBeDefined();
    const id: string = await find();
    await fixture.move({ action: 'cancel', orderId: id, by: 'buyer', actorId: buyer.uid });
    open();
    expect(await buying).toMatchObject({ ok: true, value: { checkoutUrl: null } });
    await fixture.jobs.runUntilIdle();
    expect(await readOrderFacts(id)).toMatchObject({ status: 'expired' });
  });
});
