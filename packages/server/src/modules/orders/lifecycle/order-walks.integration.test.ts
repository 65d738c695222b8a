import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertLedgerMatchesOrders } from '../../../../test/fixtures/checks/ledger-checks.ts';
import {
  expectedOutcome,
  isSold,
  type ModelRole,
  modelAfterExpiry,
  modelAfterGivingBack,
  modelAfterRefund,
  modelAfterWebhook,
  modelOf,
  modelRoles,
  modelWithProviderAmounts,
  type OrderModel,
  type OrderRequestBody,
  orderRequests,
  type PeopleByRole,
  requestChange,
} from '../../../../test/fixtures/checks/order-model.ts';
import {
  createOrdersFixture,
  type OrdersFixture,
} from '../../../../test/fixtures/modules/money/orders-fixture.ts';
import { systemIds } from '../../../ports/ids.ts';
import { markOrderReviewed } from '../index.ts';
import { expireOrder } from './expire-order.ts';
import { refundUnstartedOrder } from './refund-unstarted-order.ts';

/** Number of random walks; 5,000 take some minutes. */
const WALK_COUNT = Number(process.env['ORDER_WALKS'] ?? 60);
const ORDER_PRICE = 4990;

let fixture: OrdersFixture;
let modelPeople: PeopleByRole;
beforeAll(async () => {
  fixture = await createOrdersFixture();
  modelPeople = {
    buyer: await fixture.person(),
    seller: await fixture.person(),
    stranger: await fixture.person(),
    admin: await fixture.person('admin'),
  };
});
afterAll(() => fixture.close());

/** Events of an order in a random walk. */
type WalkEvent =
  | { readonly what: 'asked'; readonly who: ModelRole; readonly requestBody: OrderRequestBody }
  | { readonly what: 'paid'; readonly amount: number }
  | { readonly what: 'review'; readonly rating: number }
  | { readonly what: 'returned'; readonly amount: number }
  | { readonly what: 'webhook' | 'unpaidInTime' | 'unstartedInTime' | 'jobs' };

const walkEventArbitrary: fc.Arbitrary<WalkEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      what: fc.constant('asked' as const),
      who: fc.constantFrom(...modelRoles),
      requestBody: fc.oneof(
        fc.constantFrom(...orderRequests),
        fc.constantFrom({ says: 'cancel' as const }, { says: 'refund' as const }),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('paid' as const),
      amount: fc.constantFrom(ORDER_PRICE, ORDER_PRICE, ORDER_PRICE, 10, 2 * ORDER_PRICE),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('returned' as const),
      amount: fc.constantFrom(1000, 2 * ORDER_PRICE),
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
    weight: 5,
    arbitrary: fc.record({
      what: fc.constantFrom(
        'webhook' as const,
        'webhook' as const,
        'webhook' as const,
        'unpaidInTime' as const,
        'unstartedInTime' as const,
        'jobs' as const,
      ),
    }),
  },
);

type ProviderEvent = Exclude<WalkEvent, { what: 'asked' }>;

/** Models the provider's answer to a refund: a refund of more than is left is replaced by the rest. */
function modelAfterRefundArrived(model: OrderModel, amount: number): OrderModel {
  const { paidAmount, refundedAmount } = model.atProvider;
  if (refundedAmount + amount <= paidAmount)
    return { ...model, atProvider: { paidAmount, refundedAmount: refundedAmount + amount } };
  if (refundedAmount >= paidAmount) return modelAfterWebhook(model);
  const modelWithoutExcess = modelWithProviderAmounts({
    ...model,
    requestedRefunds: model.requestedRefunds - amount,
  });
  const modelWithReplacement = modelAfterGivingBack(modelWithoutExcess);
  return modelAfterRefundArrived(
    modelWithReplacement,
    modelWithReplacement.requestedRefunds - modelWithoutExcess.requestedRefunds,
  );
}

const modelAfterRefundsSent = (model: OrderModel, refundAmounts: readonly number[]): OrderModel =>
  refundAmounts.reduce(modelAfterRefundArrived, model);

/** Models an event at the provider, which is never refused. */
function modelAfterEvent(
  model: OrderModel,
  event: ProviderEvent,
  waitingRefunds: readonly number[],
): OrderModel {
  const { paidAmount, refundedAmount } = model.atProvider;
  switch (event.what) {
    case 'paid':
      return {
        ...model,
        atProvider: { paidAmount: Math.max(paidAmount, event.amount), refundedAmount },
      };
    case 'returned':
      return {
        ...model,
        atProvider: {
          paidAmount,
          refundedAmount: Math.min(paidAmount, refundedAmount + event.amount),
        },
      };
    case 'webhook':
      return modelAfterWebhook(model);
    case 'review': {
      const canBeReviewed = model.status === 'complete' && model.rating === null;
      return canBeReviewed ? { ...model, rating: event.rating } : model;
    }
    case 'unpaidInTime':
      return modelAfterExpiry(model);
    case 'unstartedInTime':
      return model.status === 'awaiting_start' ? modelAfterRefund(model, 'system') : model;
    case 'jobs':
      return modelAfterRefundsSent(model, waitingRefunds);
  }
}

async function applyEventToOrder(id: string, event: ProviderEvent): Promise<void> {
  switch (event.what) {
    case 'paid': {
      const lookupResult = await fixture.provider.lookup({ orderId: id });
      const paidAmount = lookupResult.ok ? lookupResult.value.amountPaid : 0;
      if (event.amount > paidAmount) fixture.provider.pay(id, event.amount);
      return;
    }
    case 'returned': {
      const lookupResult = await fixture.provider.lookup({ orderId: id });
      if (!lookupResult.ok || lookupResult.value.amountPaid === 0) return;
      const { amountPaid, amountRefunded } = lookupResult.value;
      return fixture.provider.returnMoney(id, Math.min(event.amount, amountPaid - amountRefunded));
    }
    case 'webhook':
      expect((await fixture.deliver(id)).statusCode).toBe(200);
      return;
    case 'review':
      await markOrderReviewed(fixture.database.db, id, event.rating);
      return;
    case 'unpaidInTime':
      await fixture.lapse(id);
      return expireOrder(fixture.deps)(id);
    case 'unstartedInTime':
      await fixture.lapse(id);
      return refundUnstartedOrder(fixture.deps)(id);
    case 'jobs':
      return fixture.sendRefunds(id);
  }
}

async function createOrder(serviceId: string): Promise<string> {
  const checkoutInput = { serviceId, idempotencyKey: systemIds.uuid() };
  const purchase = await fixture.buy(modelPeople.buyer, checkoutInput);
  if (!purchase.ok) throw new Error(purchase.code);
  return purchase.value.payment.id;
}

const pendingRefundAmounts = async (id: string) =>
  (await fixture.refundsOf(id))
    .filter(({ status }) => status === 'pending')
    .map(({ amount }) => amount);

async function takeStep(orderId: string, model: OrderModel, event: WalkEvent): Promise<OrderModel> {
  if (event.what === 'asked') {
    const expectedAfter = expectedOutcome(model, event.who, event.requestBody);
    expect(await requestChange(fixture, modelPeople, orderId, event.who, event.requestBody)).toBe(
      expectedAfter.code,
    );
    return expectedAfter.model;
  }
  const modelAfter = modelAfterEvent(model, event, await pendingRefundAmounts(orderId));
  await applyEventToOrder(orderId, event);
  return modelAfter;
}

/** Time limit in ms, after which hanging walks fail: ten times the duration on two idle cores. */
const walkTimeoutMs = Math.max(300_000, WALK_COUNT * 2000);

describe(`random walks (${WALK_COUNT})`, () => {
  it(
    'match the reference at every step, and so does the ledger',
    async () => {
      const { id: serviceId } = await fixture.service(modelPeople.seller);
      const walkProperty = fc.asyncProperty(
        fc.array(walkEventArbitrary, { minLength: 4, maxLength: 24 }),
        async (events) => {
          const id = await createOrder(serviceId);
          let model = await modelOf(fixture, modelPeople, id);
          for (const event of events) {
            model = await takeStep(id, model, event);
            expect(await modelOf(fixture, modelPeople, id)).toEqual(model);
          }
          await fixture.sendRefunds(id);
        },
      );
      // This example always runs: the provider returns a wrong payment and then the exact one, and the last webhook
      // arrives twice.
      const twiceReportedEvents: WalkEvent[] = [
        { what: 'paid', amount: 10 },
        { what: 'returned', amount: 1000 },
        { what: 'webhook' },
        { what: 'paid', amount: ORDER_PRICE },
        { what: 'returned', amount: 2 * ORDER_PRICE },
        { what: 'webhook' },
        { what: 'webhook' },
      ];
      await fc.assert(walkProperty, { numRuns: WALK_COUNT, examples: [[twiceReportedEvents]] });
      await assertLedgerMatchesOrders(fixture.pool);
      expect(fixture.failures).toEqual([]);
    },
    walkTimeoutMs,
  );

  it(
    'taken by everyone at once never break the ledger or end in a failure of ours',
    async () => {
      const { id: serviceId } = await fixture.service(modelPeople.seller);
      const concurrentProperty = fc.asyncProperty(
        fc.array(walkEventArbitrary, { minLength: 10, maxLength: 40 }),
        async (events) => {
          const id = await createOrder(serviceId);
          const outcomes = await Promise.allSettled(
            events
              .filter(({ what }) => what !== 'jobs')
              .map((event) =>
                event.what === 'asked'
                  ? requestChange(fixture, modelPeople, id, event.who, event.requestBody)
                  : applyEventToOrder(id, event),
              ),
          );
          expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
          await fixture.deliver(id);
          await fixture.sendRefunds(id);
          await assertLedgerMatchesOrders(fixture.pool);
          const modelAfter = await modelOf(fixture, modelPeople, id);
          const keptAmount =
            modelAfter.atProvider.paidAmount - modelAfter.atProvider.refundedAmount;
          // The provider may return a part of the payment of a sold order on its own.
          if (isSold(modelAfter)) expect(keptAmount).toBeLessThanOrEqual(ORDER_PRICE);
          else expect(keptAmount).toBe(0);
        },
      );
      await fc.assert(concurrentProperty, { numRuns: Math.max(10, Math.ceil(WALK_COUNT / 4)) });
    },
    walkTimeoutMs,
  );
});
