import { serviceStatuses } from '@guilda/contract/orders/order-statuses';
import type { ServiceStatus } from '@guilda/contract/orders/orders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import type { Person } from '../../../platform/actor.ts';
import { type OrderAction, orderTransitions, transitionParties } from './order-states.ts';
import { applyTransition } from './transition.ts';

let fixture: OrdersFixture;
let buyer: Person;
let seller: Person;
let admin: Person;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  buyer = await fixture.person();
  seller = await fixture.person();
  admin = await fixture.person('admin');
});
afterAll(() => fixture.close());

/** All actions except those of chargebacks, whose money `orders/chargebacks` moves. */
const orderActions = (Object.keys(orderTransitions) as OrderAction[]).filter(
  (action) => orderTransitions[action].posts !== 'chargeback',
);
const idOf = (party: (typeof transitionParties)[number]) =>
  ({ buyer: buyer.uid, seller: seller.uid, admin: admin.uid, provider: null, system: null })[party];

const stepsOf = async (id: string) => {
  const { rows } = await fixture.pool.query(
    'SELECT status, actor, actor_id FROM payment_steps WHERE payment_id = $1 ORDER BY at, id',
    [id],
  );
  return rows;
};

/** Moves an order's deadlines to the past. */
const makeOverdue = (id: string) =>
  fixture.pool.query(
    `UPDATE payments SET expires_at = now() - interval '1 s', start_by = now() - interval '1 s'
     WHERE id = $1`,
    [id],
  );

/** Marks the order as disputed, as if its buyer had opened a dispute. */
const openDispute = (id: string) =>
  fixture.pool.query('UPDATE payments SET open_dispute_id = gen_random_uuid() WHERE id = $1', [id]);

async function attemptTransition(
  status: ServiceStatus,
  action: OrderAction,
  party: (typeof transitionParties)[number],
  isDisputed: boolean,
) {
  const { from, to, by, when } = orderTransitions[action];
  const order = await fixture.order(status, { buyer, seller });
  // Only `startable` requires that the time has not passed (`late-steps.integration.test.ts`).
  if (when !== 'startable') await makeOverdue(order.id);
  if (isDisputed) await openDispute(order.id);
  const orderBefore = await fixture.orderOf(order.id);
  const stepsBefore = await stepsOf(order.id);
  const actorId = idOf(party);
  const movedOrder = await fixture.move({ action, orderId: order.id, by: party, actorId });
  const orderAfter = await fixture.orderOf(order.id);
  const isAllowedInDispute = isDisputed
    ? when === 'disputed' || party === 'provider'
    : when !== 'disputed';
  // No order here has a clearing time, so transitions with the condition `clearing` must be refused.
  const isAllowed = from === status && when !== 'clearing' && isAllowedInDispute;
  if (isAllowed && (by as readonly string[]).includes(party)) {
    expect(movedOrder).toEqual(orderAfter);
    expect(orderAfter.serviceStatus).toBe(to);
    expect(await stepsOf(order.id)).toEqual([
      ...stepsBefore,
      { status: to, actor: party, actor_id: actorId },
    ]);
  } else {
    expect(movedOrder).toBeNull();
    expect(orderAfter).toEqual(orderBefore);
    expect(await stepsOf(order.id)).toEqual(stepsBefore);
  }
}

describe.each(serviceStatuses)('an order in %s', (status) => {
  it.each(orderActions)('allows %s only to the parties of the table', async (action) => {
    await Promise.all(
      transitionParties.map((party) => attemptTransition(status, action, party, false)),
    );
  });
});

describe('an order in a dispute', () => {
  it.each(orderActions)(
    'allows %s only as an outcome of it, or to the provider',
    async (action) => {
      for (const party of transitionParties)
        await attemptTransition('in_progress', action, party, true);
    },
  );
});

describe('a transition', () => {
  it('expires an unpaid order only after its deadline', async () => {
    const order = await fixture.order('awaiting_payment', { buyer, seller });
    const expiryChange = {
      action: 'expire',
      orderId: order.id,
      by: 'system',
      actorId: null,
    } as const;
    expect(await fixture.move(expiryChange)).toBeNull();
    await makeOverdue(order.id);
    expect(await fixture.move(expiryChange)).toMatchObject({ serviceStatus: 'cancelled' });
  });

  it('refunds an order automatically only after the time to start', async () => {
    const order = await fixture.order('awaiting_start', { buyer, seller });
    const lapseChange = {
      action: 'refundLapsed',
      orderId: order.id,
      by: 'system',
      actorId: null,
    } as const;
    expect(await fixture.move(lapseChange)).toBeNull();
    await makeOverdue(order.id);
    expect(await fixture.move(lapseChange)).toMatchObject({ serviceStatus: 'refunded' });
  });

  it('has one winner among concurrent transitions from a state', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const statusChanges = Array.from({ length: 30 }, (_, n) =>
      n % 3 === 0
        ? ({ action: 'refundStarted', by: 'admin', actorId: admin.uid } as const)
        : ({
            action: 'complete',
            by: n % 3 === 1 ? 'seller' : 'buyer',
            actorId: n % 3 === 1 ? seller.uid : buyer.uid,
          } as const),
    );
    const outcomes = await Promise.all(
      statusChanges.map((statusChange) => fixture.move({ ...statusChange, orderId: order.id })),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
    expect(await stepsOf(order.id)).toHaveLength(4);
  });

  it('is rolled back when the money cannot be posted', async () => {
    const order = await fixture.order('in_progress', { buyer, seller });
    const depsWithInvalidFee = { ...fixture.deps, platformFeePercent: 101 };
    const failedTransaction = fixture.database.transaction((tx) =>
      applyTransition(depsWithInvalidFee, tx, {
        action: 'complete',
        orderId: order.id,
        by: 'seller',
        actorId: seller.uid,
      }),
    );
    await expect(failedTransaction).rejects.toThrow(RangeError);
    expect(await fixture.orderOf(order.id)).toEqual(order);
    expect(await stepsOf(order.id)).toHaveLength(3);
  });

  it('counts a completed sale once', async () => {
    const otherSeller = await fixture.person();
    await fixture.order('complete', { buyer, seller: otherSeller });
    await fixture.order('refunded', { buyer, seller: otherSeller });
    const { rows } = await fixture.pool.query('SELECT completed_sales FROM users WHERE uid = $1', [
      otherSeller.uid,
    ]);
    expect(rows).toEqual([{ completed_sales: 1 }]);
  });
});
