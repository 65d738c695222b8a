import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { revokeOrder } from './expire-order.ts';
import { revokeSoon } from './order-jobs.ts';

let rig: OrdersRig;
let buyer: Person;
let seller: Person;
let stranger: Person;
let admin: Person;
beforeAll(async () => {
  rig = await createOrdersRig();
  buyer = await rig.person();
  seller = await rig.person();
  stranger = await rig.person();
  admin = await rig.person('admin');
});
afterAll(() => rig.close());
beforeEach(() => {
  rig.provider.down = false;
  rig.provider.pause = async () => {};
});

const awaiting = () => rig.order('awaiting_payment', { buyer, seller });
const cancel = (who: Person | null, id: string) =>
  rig.call(who, 'POST', `/api/payments/${id}/cancel`);
const refused = async (answer: ReturnType<typeof cancel>, status: number, error: string) => {
  const { statusCode, body } = await answer;
  expect({ statusCode, error: JSON.parse(body).error }).toEqual({ statusCode: status, error });
};
const factsOf = async (id: string) => {
  const facts = await rig.provider.lookup({ orderId: id });
  return facts.ok ? facts.value : null;
};

const WRONG_STATUS = 'Status do pedido não permite esta ação.';

describe('cancelling', () => {
  it('is for the buyer, and closes the checkout first', async () => {
    const order = await awaiting();
    const only = 'Apenas o comprador pode cancelar o pedido.';
    await refused(cancel(seller, order.id), 403, only);
    await refused(cancel(admin, order.id), 403, only);
    await refused(cancel(stranger, order.id), 404, 'Pedido não encontrado.');
    await refused(cancel(null, order.id), 401, 'Token não fornecido.');
    expect(await rig.orderOf(order.id)).toEqual(order);

    const answer = await cancel(buyer, order.id);
    expect(answer.statusCode).toBe(200);
    expect(answer.json().payment).toMatchObject({
      serviceStatus: 'cancelled',
      checkoutUrl: null,
      expiresAt: null,
      steps: [{ by: 'buyer' }, { status: 'cancelled', by: 'buyer' }],
    });
    expect(await factsOf(order.id)).toMatchObject({ status: 'expired' });
    expect(await rig.toldOf(order.id)).toEqual([]);

    const again = await cancel(buyer, order.id);
    expect(again.statusCode).toBe(200);
    expect(again.json()).toEqual(answer.json());
  });

  it.each(['awaiting_start', 'in_progress', 'complete', 'refunded'] as const)(
    'is too late in %s',
    async (status) => {
      const order = await rig.order(status, { buyer, seller });
      await refused(cancel(buyer, order.id), 409, WRONG_STATUS);
      expect(await rig.orderOf(order.id)).toEqual(order);
    },
  );

  it('does not pass for the buyer’s when time did it', async () => {
    const order = await awaiting();
    await rig.lapse(order.id);
    await rig.move({ action: 'expire', paymentId: order.id, by: 'system', actorId: null });
    await refused(cancel(buyer, order.id), 409, WRONG_STATUS);
  });

  it('loses against a payment that the provider has: it counts', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id);
    await refused(cancel(buyer, order.id), 409, 'Pagamento já processado.');
    expect(await rig.orderOf(order.id)).toMatchObject({
      serviceStatus: 'awaiting_start',
      amountPaid: 4990,
    });
    await refused(cancel(buyer, order.id), 409, WRONG_STATUS);
  });

  it('sends a wrong amount back and goes through', async () => {
    const order = await awaiting();
    rig.provider.pay(order.id, 10);
    expect((await cancel(buyer, order.id)).statusCode).toBe(200);
    expect(await rig.refundsOf(order.id)).toMatchObject([{ amount: 10, reason: 'wrong_amount' }]);
  });
});

describe('while the provider is away', () => {
  it('cancels anyway, and closes the checkout when it is back', async () => {
    const order = await awaiting();
    rig.provider.down = true;
    expect((await cancel(buyer, order.id)).statusCode).toBe(200);
    expect(await rig.waitingJobs('orders.close_checkout')).toEqual([{ paymentId: order.id }]);
    rig.provider.down = false;
    await rig.jobs.runUntilIdle();
    expect(await factsOf(order.id)).toMatchObject({ status: 'expired' });
    expect(await rig.waitingJobs('orders.close_checkout')).toEqual([]);
  });

  it('gives a payment back that slips through, whoever tells of it', async () => {
    for (const told of ['job', 'webhook'] as const) {
      const order = await awaiting();
      rig.provider.down = true;
      await cancel(buyer, order.id);
      rig.provider.down = false;
      rig.provider.pay(order.id);
      if (told === 'webhook') await rig.deliver(order.id);
      await rig.jobs.runUntilIdle();
      expect(await rig.orderOf(order.id)).toMatchObject({ serviceStatus: 'cancelled' });
      expect(await rig.refundsOf(order.id)).toMatchObject([
        { amount: 4990, reason: 'late', status: 'succeeded' },
      ]);
      expect(await factsOf(order.id)).toMatchObject({ amountPaid: 4990, amountRefunded: 4990 });
      expect(await rig.toldOf(order.id)).toMatchObject([
        { event: 'returned', receiver: buyer.uid, sender: null, type: 'payment' },
      ]);
    }
  });
});

describe('an order whose seller is suspended', () => {
  const suspended = async () => {
    const left = await rig.person();
    const order = await rig.order('awaiting_payment', { buyer, seller: left });
    await rig.pool.query(`UPDATE users SET suspended_at = now() WHERE uid = $1`, [left.uid]);
    return order;
  };
  const revoke = async (id: string) => {
    await revokeSoon(rig.deps, rig.database.db, id);
    await rig.jobs.runUntilIdle();
  };

  it('ends once, with its checkout closed and its buyer told', async () => {
    const order = await suspended();
    await Promise.all([revoke(order.id), revoke(order.id)]);
    await revoke(order.id);
    expect((await rig.stepsOf(order.id)).slice(1)).toEqual([
      { status: 'cancelled', actor: 'system', actor_id: null },
    ]);
    expect(await factsOf(order.id)).toMatchObject({ status: 'expired' });
    expect(await rig.toldOf(order.id)).toMatchObject([{ event: 'revoked', receiver: buyer.uid }]);
  });

  it('ends while the provider is away, and gives back what slips through', async () => {
    const order = await suspended();
    rig.provider.down = true;
    await revokeOrder(rig.deps)(order.id);
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('cancelled');
    rig.provider.down = false;
    rig.provider.pay(order.id);
    await rig.jobs.runUntilIdle();
    expect(await factsOf(order.id)).toMatchObject({ amountPaid: 4990, amountRefunded: 4990 });
  });

  it('ends with its money back when it was paid a moment before', async () => {
    const order = await suspended();
    rig.provider.pay(order.id);
    await Promise.all([rig.deliver(order.id), revoke(order.id)]);
    await rig.jobs.runUntilIdle();
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('cancelled');
    expect(await factsOf(order.id)).toMatchObject({ amountPaid: 4990, amountRefunded: 4990 });
  });

  it('goes on when they are back before', async () => {
    const order = await awaiting();
    await revoke(order.id);
    expect((await rig.orderOf(order.id)).serviceStatus).toBe('awaiting_payment');
  });
});

describe('at the same time', () => {
  it('100 cancellations have one effect and all succeed', async () => {
    const order = await awaiting();
    const answers = await Promise.all(Array.from({ length: 100 }, () => cancel(buyer, order.id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await rig.stepsOf(order.id)).toHaveLength(2);
  });

  it('a payment and a cancellation end in one of the two, and no centavo is lost', async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, awaiting));
    const answers = await Promise.all(
      orders.map(async (order, n) => {
        const pays = async () => {
          rig.provider.pay(order.id);
          await rig.deliver(order.id);
        };
        const [first, second] = n % 2 === 0 ? [pays, null] : [null, pays];
        const [, answer] = await Promise.all([
          first?.(),
          cancel(buyer, order.id),
          second?.(),
          rig.deliver(order.id),
        ]);
        return answer.statusCode;
      }),
    );
    await rig.jobs.runUntilIdle();
    for (const [n, order] of orders.entries()) {
      const { serviceStatus } = await rig.orderOf(order.id);
      const facts = await factsOf(order.id);
      const kept = (facts?.amountPaid ?? 0) - (facts?.amountRefunded ?? 0);
      if (answers[n] === 200)
        expect({ serviceStatus, kept }).toEqual({ serviceStatus: 'cancelled', kept: 0 });
      else expect({ serviceStatus, kept }).toEqual({ serviceStatus: 'awaiting_start', kept: 4990 });
    }
  });

  it('a checkout that opens while its order is cancelled is closed again', async () => {
    const { id: serviceId } = await rig.service(seller);
    let open: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => {
      open = resolve;
    });
    rig.provider.pause = () => opened;
    const buying = rig.buy(buyer, { serviceId, idempotencyKey: 'slow-checkout' });
    const find = async () =>
      (await rig.pool.query('SELECT id FROM payments WHERE service_id = $1', [serviceId])).rows[0]
        ?.id;
    await expect.poll(find).toBeDefined();
    const id: string = await find();
    await rig.move({ action: 'cancel', paymentId: id, by: 'buyer', actorId: buyer.uid });
    open();
    expect(await buying).toMatchObject({ ok: true, value: { checkoutUrl: null } });
    await rig.jobs.runUntilIdle();
    expect(await factsOf(id)).toMatchObject({ status: 'expired' });
  });
});
