import type { PaymentUpdate, ServiceStatus } from '@guilda/contract/orders';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../test/ledger.ts';
import { createOrdersRig, type OrdersRig } from '../../../test/orders-rig.ts';
import type { Person } from '../../platform/actor.ts';
import { systemIds } from '../../ports/ids.ts';
import { markReviewed } from './index.ts';
import type { PaymentRow } from './payments-table.ts';
import { settlePayment } from './settle-payment.ts';
import { updatePayment } from './update-payment.ts';

/** Walks of the random test; `threats.md` asks for 5,000, which takes minutes. */
const WALKS = Number(process.env['ORDER_WALKS'] ?? 60);

let rig: OrdersRig;
let people: Record<Role, Person>;
beforeAll(async () => {
  rig = await createOrdersRig();
  people = {
    buyer: await rig.person(),
    seller: await rig.person(),
    stranger: await rig.person(),
    admin: await rig.person('admin'),
  };
});
afterAll(() => rig.close());

type Role = 'buyer' | 'seller' | 'stranger' | 'admin';
const roles: readonly Role[] = ['buyer', 'seller', 'stranger', 'admin'];

/** What an update says, with roles in place of uids. */
type Said =
  | { readonly says: 'start'; readonly at: string }
  | { readonly says: 'end'; readonly as: Role | 'nobody' }
  | { readonly says: 'reviewed'; readonly rating: number };

const updates: readonly Said[] = [
  { says: 'start', at: '2026-11-20T12:00:00.000Z' },
  { says: 'start', at: '1970-01-01T00:00:00+03:00' },
  { says: 'start', at: '9999-12-31T23:59:59Z' },
  ...([...roles, 'nobody'] as const).map((as) => ({ says: 'end' as const, as })),
  ...[1, 2, 3, 4, 5].map((rating) => ({ says: 'reviewed' as const, rating })),
];

function bodyOf(said: Said): PaymentUpdate {
  if (said.says === 'start') return { serviceStatus: 'in_progress', startedServiceAt: said.at };
  if (said.says === 'reviewed') return { reviewed: true, rating: said.rating };
  const endedIt =
    said.as === 'nobody' ? '00000000-0000-0000-0000-000000000000' : people[said.as].uid;
  return { serviceStatus: 'complete', endedIt };
}

/** The order as the reference knows it. */
interface Model {
  readonly status: ServiceStatus;
  readonly endedBy: Role | null;
  readonly rating: number | null;
}

/** What the specification says happens: the code of a refusal, or the order afterwards. */
function expected(model: Model, who: Role, said: Said): string | Model {
  if (who === 'stranger') return 'order_not_found';
  switch (said.says) {
    case 'start':
      if (who !== 'seller') return 'only_seller_starts';
      if (model.status === 'in_progress') return model;
      if (model.status !== 'awaiting_start') return 'order_wrong_status';
      return { ...model, status: 'in_progress' };
    case 'end':
      if (who === 'admin' || said.as !== who) return 'forbidden';
      if (model.status === 'complete' && model.endedBy === who) return model;
      if (model.status !== 'in_progress') return 'order_wrong_status';
      return { ...model, status: 'complete', endedBy: who };
    case 'reviewed':
      if (who !== 'buyer') return 'only_buyer_reviews';
      return model.rating === null ? 'order_wrong_status' : model;
  }
}

function modelOf(row: PaymentRow): Model {
  const endedBy = roles.find((role) => people[role].uid === row.endedIt) ?? null;
  return { status: row.serviceStatus, endedBy, rating: row.rating };
}

async function say(order: PaymentRow, who: Role, said: Said) {
  return updatePayment(rig.deps)(people[who], order.id, bodyOf(said));
}

/** The states an order can be in as far as an update can tell them apart, and how to get there. */
const places: Readonly<Record<string, () => Promise<PaymentRow>>> = {
  'waiting for its payment': () => rig.order('awaiting_payment', people),
  'waiting for its start': () => rig.order('awaiting_start', people),
  'free and waiting for its start': () => rig.order('awaiting_start', { ...people, price: 0 }),
  'in progress': () => rig.order('in_progress', people),
  'ended by the seller': () => rig.order('complete', people),
  'ended by the buyer': async () => {
    const order = await rig.order('in_progress', people);
    await say(order, 'buyer', { says: 'end', as: 'buyer' });
    return rig.orderOf(order.id);
  },
  'ended and reviewed': async () => {
    const order = await rig.order('complete', people);
    await markReviewed(rig.database.db, order.id, 4);
    return rig.orderOf(order.id);
  },
  cancelled: () => rig.order('cancelled', people),
  refunded: () => rig.order('refunded', people),
};

const triples = Object.keys(places).length * roles.length * updates.length;

describe(`every actor × state × payload (${triples} triples)`, () => {
  it('are at least the 400 of the threat list', () => {
    expect(triples).toBeGreaterThanOrEqual(400);
  });

  describe.each(Object.keys(places))('an order %s', (place) => {
    it.each(roles)('asked by the %s', async (who) => {
      await Promise.all(
        updates.map(async (said) => {
          const order = await places[place]?.();
          if (!order) throw new Error(place);
          const after = expected(modelOf(order), who, said);
          const answer = await say(order, who, said);
          const row = await rig.orderOf(order.id);
          const context = JSON.stringify({ place, who, said });
          if (typeof after === 'string') {
            expect(answer, context).toMatchObject({ ok: false, code: after });
            expect(row, context).toEqual(order);
          } else {
            expect(answer.ok, context).toBe(true);
            expect(modelOf(row), context).toEqual(after);
            if (after.status === order.serviceStatus) expect(row, context).toEqual(order);
          }
        }),
      );
    });
  });
});

/** Anything that may happen to an order, in a random walk. */
type Happening =
  | { readonly what: 'update'; readonly who: Role; readonly said: Said }
  | { readonly what: 'paid'; readonly amount: number }
  | { readonly what: 'review'; readonly rating: number }
  | { readonly what: 'cancel' | 'refundUnstarted' | 'refundStarted' };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('update' as const),
      who: fc.constantFrom(...roles),
      said: fc.constantFrom(...updates),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('paid' as const),
      amount: fc.constantFrom(4990, 4990, 4990, 10),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('review' as const),
      rating: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'cancel' as const,
        'refundUnstarted' as const,
        'refundStarted' as const,
      ),
    }),
  },
);

/** What the specification says of the other happenings; none of them refuses, they have no effect. */
function happened(model: Model, event: Exclude<Happening, { what: 'update' }>): Model {
  const { status } = model;
  if (event.what === 'paid') {
    const due = status === 'awaiting_payment' && event.amount === 4990;
    return due ? { ...model, status: 'awaiting_start' } : model;
  }
  if (event.what === 'review') {
    const due = status === 'complete' && model.rating === null;
    return due ? { ...model, rating: event.rating } : model;
  }
  if (event.what === 'cancel') {
    return status === 'awaiting_payment' ? { ...model, status: 'cancelled' } : model;
  }
  const from = event.what === 'refundUnstarted' ? 'awaiting_start' : 'in_progress';
  return status === from ? { ...model, status: 'refunded' } : model;
}

async function happen(id: string, event: Exclude<Happening, { what: 'update' }>): Promise<void> {
  if (event.what === 'review') {
    await markReviewed(rig.database.db, id, event.rating);
  } else if (event.what === 'paid') {
    const money = { status: 'paid' as const, amountPaid: event.amount, amountRefunded: 0 };
    const facts = {
      orderId: id,
      amount: 4990,
      providerCheckoutId: 'c',
      providerPaymentId: 'p',
      method: null,
      paidAt: null,
      endToEndId: null,
      ...money,
    };
    await rig.database.transaction((tx) => settlePayment(rig.deps, tx, 'fake', facts));
  } else {
    const by = event.what === 'cancel' ? ('buyer' as const) : ('admin' as const);
    await rig.move({ action: event.what, paymentId: id, by, actorId: people[by].uid });
  }
}

const patienceMs = Math.max(20_000, WALKS * 500);

describe(`random walks (${WALKS})`, () => {
  it(
    'match the reference at every step, and so does the ledger',
    async () => {
      const { id: serviceId } = await rig.service(people.seller);
      const walk = fc.asyncProperty(
        fc.array(happening, { minLength: 4, maxLength: 24 }),
        async (events) => {
          const wish = { serviceId, idempotencyKey: systemIds.uuid() };
          const bought = await rig.buy(people.buyer, wish);
          if (!bought.ok) throw new Error(bought.code);
          const { id } = bought.value.payment;
          let model = modelOf(await rig.orderOf(id));
          for (const event of events) {
            if (event.what === 'update') {
              const after = expected(model, event.who, event.said);
              const answer = await say(await rig.orderOf(id), event.who, event.said);
              expect(answer.ok ? 'ok' : answer.code).toBe(typeof after === 'string' ? after : 'ok');
              if (typeof after !== 'string') model = after;
            } else {
              await happen(id, event);
              model = happened(model, event);
            }
            expect(modelOf(await rig.orderOf(id))).toEqual(model);
          }
        },
      );
      await fc.assert(walk, { numRuns: WALKS });
      await assertLedgerMatchesOrders(rig.pool);
    },
    patienceMs,
  );

  it(
    'taken by everyone at once never break the ledger or end in a failure of ours',
    async () => {
      const { id: serviceId } = await rig.service(people.seller);
      const storm = fc.asyncProperty(
        fc.array(happening, { minLength: 10, maxLength: 40 }),
        async (events) => {
          const wish = { serviceId, idempotencyKey: systemIds.uuid() };
          const bought = await rig.buy(people.buyer, wish);
          if (!bought.ok) throw new Error(bought.code);
          const { id } = bought.value.payment;
          const order = await rig.orderOf(id);
          await Promise.all(
            events.map((event) =>
              event.what === 'update' ? say(order, event.who, event.said) : happen(id, event),
            ),
          );
          await assertLedgerMatchesOrders(rig.pool);
        },
      );
      await fc.assert(storm, { numRuns: Math.max(10, Math.ceil(WALKS / 4)) });
    },
    patienceMs,
  );
});
