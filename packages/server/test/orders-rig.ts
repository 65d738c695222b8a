import { endpoints } from '@guilda/contract';
import type { ServiceStatus } from '@guilda/contract/orders';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { services } from '../src/modules/catalog/index.ts';
import { recordAction } from '../src/modules/moderation/index.ts';
import { checkout } from '../src/modules/orders/checkout.ts';
import {
  mountPaymentWebhooks,
  type OrderDeps,
  type OrderTasks,
  orderHandlers,
  orderTasks,
  refundDeskHandlers,
} from '../src/modules/orders/index.ts';
import type { OrderAction, Party } from '../src/modules/orders/order-states.ts';
import { findPayment } from '../src/modules/orders/payment-store.ts';
import type { PaymentRow } from '../src/modules/orders/payments-table.ts';
import { sendRefund } from '../src/modules/orders/send-refund.ts';
import { applyTransition, type Move } from '../src/modules/orders/transition.ts';
import { users } from '../src/modules/users/index.ts';
import { walletHandlers } from '../src/modules/wallet/index.ts';
import type { Person } from '../src/platform/actor.ts';
import { createDatabase, type Database } from '../src/platform/database/pool.ts';
import { createHttpApp } from '../src/platform/http/app.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { createJobs, enqueuer } from '../src/platform/jobs/index.ts';
import { createLogger } from '../src/platform/logging.ts';
import { err, ok, type Result } from '../src/platform/result.ts';
import { systemIds } from '../src/ports/ids.ts';
import { createTestDatabase } from './database.ts';
import { fakeClock } from './fake-clock.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { assertLedgerMatchesOrders } from './ledger.ts';
import { nobodyThere } from './nobody-there.ts';
import { assertRefundsMatchOrders, readings } from './order-readings.ts';
import { TESTS_OVERLOAD_MS } from './overload.ts';
import { quietLog } from './quiet-log.ts';

export type OrdersRig = Awaited<ReturnType<typeof createOrdersRig>>;

const written = recordAction({ ids: systemIds });

/** What a success holds; fails on a refusal. */
export function successOf<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(`expected a success, got ${result.code}`);
  return result.value;
}

/** The changes that bring a new order to a state, in order; each by the first who may make it. */
const ways: Readonly<Record<ServiceStatus, readonly [OrderAction, Party][]>> = {
  awaiting_payment: [],
  cancelled: [['cancel', 'buyer']],
  awaiting_start: [['pay', 'provider']],
  refunded: [
    ['pay', 'provider'],
    ['refundUnstarted', 'seller'],
  ],
  in_progress: [
    ['pay', 'provider'],
    ['start', 'seller'],
  ],
  complete: [
    ['pay', 'provider'],
    ['start', 'seller'],
    ['complete', 'seller'],
  ],
};

async function createHttp(deps: OrderDeps, people: ReadonlyMap<string, Person>) {
  const app = await createHttpApp({
    log: createLogger('silent'),
    https: false,
    trustedProxies: null,
    overloadMs: TESTS_OVERLOAD_MS,
  });
  const door = {
    authenticate: async (token: string) => {
      const person = people.get(token);
      return person ? ok(person) : err('token_invalid');
    },
    limiter: { take: async () => ok(), allows: async () => true, giveBack: async () => {} },
    readForm: () => Promise.reject(new Error('no endpoint here takes a form')),
  };
  registerEndpoints(app, endpoints.orders, orderHandlers(deps), door);
  registerEndpoints(
    app,
    endpoints.wallet,
    walletHandlers({ ...deps, recordAction: written }),
    door,
  );
  const desk = refundDeskHandlers({ ...deps, recordAction: written, presence: nobodyThere });
  registerEndpoints(app, endpoints.refunds, desk, door);
  mountPaymentWebhooks(app, deps);
  await app.ready();
  return app;
}

function factories(database: Database, people: Map<string, Person>) {
  let count = 0;
  return {
    /** A new account; its token is its uid. */
    async person(role: Person['role'] = 'user', displayName: string | null = null) {
      const uid = systemIds.uuid();
      count += 1;
      const username = `pessoa_${String(count).padStart(6, '0')}`;
      const email = `${username}@pessoas.example`;
      await database.db
        .insert(users)
        .values({ uid, issuer: 'test', subject: uid, username, displayName, email, role });
      const person: Person = {
        kind: 'person',
        uid,
        role,
        sessionId: uid,
        adult: false,
        blocks: false,
      };
      people.set(uid, person);
      return person;
    },
    /** A new service for R$ 49,90. */
    async service(seller: Person, over: Partial<typeof services.$inferInsert> = {}) {
      const service = {
        id: systemIds.uuid(),
        sellerId: seller.uid,
        title: 'Aula de mira',
        description: 'Uma hora de treino.',
        price: 4990,
        type: 'call' as const,
        category: 'valorant' as const,
        photoURL: '/art/mira.webp',
        ...over,
      };
      await database.db.insert(services).values(service);
      return service;
    },
  };
}

/** Orders and wallet behind their real doors, on a database of their own, with a provider in memory. */
export async function createOrdersRig(over: Partial<OrderDeps> = {}) {
  const testDatabase = await createTestDatabase();
  const database = createDatabase(testDatabase.url, { log: quietLog });
  const provider = fakePaymentProvider();
  const clock = fakeClock();
  const warnings: { fields: object; message: string }[] = [];
  const failures: { fields: object; message: string }[] = [];
  const deps: OrderDeps = {
    database,
    clock,
    ids: systemIds,
    paymentProvider: provider,
    publicUrl: 'https://guilda.example',
    platformFeePercent: 10,
    paymentTimeoutMinutes: 60,
    startTimeoutHours: 168,
    enqueue: enqueuer<OrderTasks>(),
    recordAction: written,
    showPicture: () => (photoURL, adult) => (adult ? null : photoURL),
    log: {
      warn: (fields, message) => void warnings.push({ fields, message }),
      error: (fields, message) => void failures.push({ fields, message }),
    },
    ...over,
  };
  const jobs = createJobs<OrderTasks>({ database, log: quietLog }, orderTasks(deps));
  await jobs.runUntilIdle();
  const people = new Map<string, Person>();
  const { person, service } = factories(database, people);
  const app = await createHttp(deps, people);
  const buy = checkout(deps);
  const move = (change: Move) => database.transaction((tx) => applyTransition(deps, tx, change));
  const orderOf = async (id: string): Promise<PaymentRow> => {
    const row = await findPayment(database.db, id);
    if (!row) throw new Error(`no order ${id}`);
    return row;
  };

  return {
    database,
    pool: database.pool,
    provider,
    clock,
    deps,
    app,
    jobs,
    warnings,
    failures,
    databaseUrl: testDatabase.url,
    person,
    service,
    buy,
    move,
    orderOf,
    /** A request with a person's token. */
    call(
      who: Person | null,
      method: 'GET' | 'POST' | 'PATCH',
      url: string,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<LightMyRequestResponse> {
      const request: InjectOptions = {
        method,
        url,
        headers: { ...headers, ...(who ? { authorization: `Bearer ${who.uid}` } : {}) },
        ...(body === undefined ? {} : { payload: body as object }),
      };
      return app.inject(request);
    },
    /** Delivers a notification of the provider. */
    deliver(orderId: string, eventId?: string) {
      const { headers, rawBody } = provider.notice(orderId, eventId);
      return app.inject({
        method: 'POST',
        url: '/api/payments/webhooks/fake',
        headers: headers as Record<string, string>,
        payload: rawBody,
      });
    },
    /** An order brought to a state through the product's own moves. */
    async order(status: ServiceStatus, who: { buyer: Person; seller: Person; price?: number }) {
      const { buyer, seller, price = 4990 } = who;
      const { id: serviceId } = await service(seller, { price });
      const made = await buy(buyer, { serviceId, idempotencyKey: systemIds.uuid() });
      const { payment } = successOf(made);
      const left = ways[status].filter(([action]) => price > 0 || action !== 'pay');
      for (const [action, by] of left) {
        const actorId = by === 'seller' ? seller.uid : by === 'buyer' ? buyer.uid : null;
        const money = { amountPaid: price, providerPaymentId: `pay_${payment.id}` };
        if (action === 'pay') provider.pay(payment.id, price);
        await move({ action, paymentId: payment.id, by, actorId, money });
      }
      return orderOf(payment.id);
    },
    ...readings(database),
    /** Does what the jobs of an order's refunds would do, the ones that replace others included. */
    async sendRefunds(paymentId: string) {
      const send = sendRefund(deps);
      const waiting = `SELECT id FROM refunds WHERE payment_id = $1 AND status = 'pending'
        ORDER BY created_at, id LIMIT 1`;
      for (;;) {
        const { rows } = await database.pool.query(waiting, [paymentId]);
        if (!rows[0]) return;
        await send(rows[0].id);
      }
    },
    async close() {
      await assertLedgerMatchesOrders(database.pool);
      await assertRefundsMatchOrders(database);
      await app.close();
      await database.close();
      await testDatabase.drop();
    },
  };
}
