import { randomUUID } from 'node:crypto';
import { endpoints } from '@guilda/contract';
import { pictureURL } from '@guilda/contract/pictures';
import { expect } from 'vitest';
import { archiveTasks } from '../src/modules/archives/index.ts';
import { catalogTasks } from '../src/modules/catalog/index.ts';
import { recordAction } from '../src/modules/moderation/index.ts';
import {
  mountPaymentWebhooks,
  type OrderTasks,
  orderHandlers,
  orderTasks,
} from '../src/modules/orders/index.ts';
import { deleteAccount, privacyTasks } from '../src/modules/privacy/index.ts';
import { socialTasks } from '../src/modules/social/index.ts';
import { blockHandlers, userHandlers } from '../src/modules/users/index.ts';
import { registerEndpoints } from '../src/platform/http/endpoints.ts';
import { createJobs, enqueuer } from '../src/platform/jobs/index.ts';
import { err } from '../src/platform/result.ts';
import { apiRig, type RigParts } from './api-rig.ts';
import { fakePaymentProvider } from './fake-payment-provider.ts';
import { nobodyCalls, nobodyHears } from './nobody-there.ts';
import { quietLog } from './quiet-log.ts';
import { addPaidOrderRow, addServiceRow, addUserRow } from './rows.ts';

/** A storage in which nothing is. */
const noFiles = {
  get: async () => null,
  put: async () => Promise.reject(new Error('nothing is kept here')),
  delete: async () => {},
  deletePrefix: async () => {},
};

type Deps = Omit<RigParts, 'app' | 'door'>;

function ordersOf(deps: Deps, paymentProvider: ReturnType<typeof fakePaymentProvider>) {
  return {
    ...deps,
    paymentProvider,
    publicUrl: 'https://guilda.example',
    platformFeePercent: 10,
    paymentTimeoutMinutes: 60,
    showPicture: () => (photoURL: string, adult: boolean) => (adult ? null : photoURL),
    startTimeoutHours: 168,
    enqueue: enqueuer<OrderTasks>(),
    recordAction: recordAction(deps),
    log: quietLog,
  };
}

/** The address of a picture that is nowhere. */
export const picture = () => pictureURL(randomUUID(), 384);

/** Accounts and orders behind their real doors, on a database of their own. */
export async function privacyRig() {
  const erased: string[] = [];
  const erasedPreviews: string[] = [];
  const provider = fakePaymentProvider();
  const open = async ({ app, door, ...deps }: RigParts) => {
    const deletePicture = async (photoURL: string) => void erased.push(photoURL);
    const erasePreviews = async (kind: string, id: string) =>
      void erasedPreviews.push(`${kind} ${id}`);
    const orders = ordersOf(deps, provider);
    const jobs = createJobs(
      { ...deps, log: quietLog },
      {
        ...orderTasks(orders),
        ...privacyTasks({ ...deps, files: noFiles, deletePicture, quota: { limit: 1 } }),
        ...catalogTasks({ deletePicture, erasePreviews }),
        ...socialTasks({ ...deps, deletePicture, erasePreviews }),
        ...archiveTasks({ ...deps, files: { deletePrefix: async () => {} } }),
      },
    );
    await jobs.runUntilIdle();
    const users = userHandlers({
      ...deps,
      storePicture: async () => err('file_type'),
      getStorage: async () => err('not_found'),
      deletePicture: async () => {},
      deleteAccount: deleteAccount({ ...deps, realtime: nobodyHears, enqueue: jobs.enqueue }),
    });
    registerEndpoints(
      app,
      endpoints.users,
      { ...users, ...blockHandlers({ ...deps, ...nobodyCalls, realtime: nobodyHears }) },
      door,
    );
    registerEndpoints(app, endpoints.orders, orderHandlers(orders), door);
    mountPaymentWebhooks(app, orders);
    return jobs;
  };
  let opened: Awaited<ReturnType<typeof open>> | undefined;
  const rig = await apiRig(async (parts) => {
    opened = await open(parts);
  });
  if (!opened) throw new Error('the rig was not opened');
  const { pool } = rig.database;
  return {
    ...rig,
    ...actions(rig, provider),
    pool,
    provider,
    jobs: opened,
    /** Addresses of pictures that were erased. */
    erased,
    /** Kind and id of what had its link previews erased. */
    erasedPreviews,
  };
}

export type PrivacyRig = Awaited<ReturnType<typeof privacyRig>>;

function actions(
  { app, as, database: { pool } }: Awaited<ReturnType<typeof apiRig>>,
  provider: ReturnType<typeof fakePaymentProvider>,
) {
  return {
    person: (columns = {}) => addUserRow(pool, columns),
    leave: (uid: string) => as(uid).users.deleteMe(),
    userOf: async (uid: string) =>
      (await pool.query('SELECT * FROM users WHERE uid = $1', [uid])).rows[0],
    async trade(service_status: string) {
      const [seller, buyer] = [await addUserRow(pool), await addUserRow(pool)];
      const service = await addServiceRow(pool, seller);
      const order = { service, buyer, seller };
      return { ...order, id: await addPaidOrderRow(pool, order, { service_status }) };
    },
    buy: (buyer: string, serviceId: string) =>
      as(buyer).orders.checkout({ body: { serviceId }, idempotencyKey: randomUUID() }),
    /** The provider tells of an order's payment. */
    deliver(orderId: string) {
      const { headers, rawBody } = provider.notice(orderId);
      return app.inject({
        method: 'POST',
        url: '/api/payments/webhooks/fake',
        headers: headers as Record<string, string>,
        payload: rawBody,
      });
    },
    /** Waits until a transaction waits for another one. */
    somebodyWaits: () =>
      expect
        .poll(async () => {
          const waiting = `SELECT 1 FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`;
          return (await pool.query(waiting)).rowCount;
        })
        .toBe(1),
  };
}
