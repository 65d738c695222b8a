import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { createDatabase } from '../../../src/platform/database/pool.ts';
import { migrateQueue } from '../../../src/platform/jobs/queue.ts';
import { connectSocket, type TestSocket } from '../../fixtures/clients/sockets.ts';
import { buildNotification, buildPaidOrder, buildService } from '../../fixtures/data/builders.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../fixtures/server/replicated-database.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../fixtures/server/test-app.ts';

let replicatedDatabase: ReplicatedDatabase;
let app: TestApp;
beforeAll(async () => {
  replicatedDatabase = await startReplicatedDatabase();
  const { url } = replicatedDatabase;
  await migrate(url, quietLog);
  const database = createDatabase(url, { max: 2, log: quietLog });
  await migrateQueue({ database, log: quietLog }).finally(() => database.close());
  await replicatedDatabase.replicateSynchronously();
  app = await startTestApp({ database: { url, pooledUrl: url, drop: async () => undefined } });
});
afterAll(async () => {
  await app?.close();
  await replicatedDatabase?.close();
});

afterEach(() => replicatedDatabase.startReplica());

let personCount = 0;
const createPair = async () => {
  personCount += 1;
  return Promise.all([app.signIn(`Ana${personCount}`), app.signIn(`Bia${personCount}`)]);
};

const sendMessage = (
  socket: TestSocket,
  to: TestPerson,
  message: string,
  id: string = randomUUID(),
) => socket.send('sendMessage', { id, receiverId: to.uid, message });

it.each(['pg_cancel_backend', 'pg_terminate_backend'] as const)(
  'a message whose wait for a standby ends by %s is neither acknowledged nor delivered before a standby has it',
  async (how) => {
    const [ana, bia] = await createPair();
    const [from, to] = [await connectSocket(app.url, ana), await connectSocket(app.url, bia)];
    await sendMessage(from, bia, 'antes');
    await to.waitFor('receiveMessage');
    await replicatedDatabase.stopReplica();
    const id = randomUUID();
    const sending = sendMessage(from, bia, 'só no primário', id);
    await replicatedDatabase.endWaits(how, /^commit$/, sending);
    expect(await sending).toEqual({
      ok: false,
      error: 'Serviço temporariamente indisponível.',
      code: 'unavailable',
    });
    // The node reads what the commit may have stored.
    await Promise.race([
      replicatedDatabase.waitForWaiters(/receiver_n/),
      to.waitFor('receiveMessage', 2),
    ]);
    expect(to.payloadsOf('receiveMessage')).toHaveLength(1);
    await replicatedDatabase.startReplica();
    await to.waitFor('receiveMessage', 2);
    expect(await sendMessage(from, bia, 'só no primário', id)).toMatchObject({ ok: true });
    expect(await sendMessage(from, bia, 'depois')).toMatchObject({ ok: true });
    await to.waitFor('receiveMessage', 3);
    expect(to.payloadsOf('receiveMessage').map(({ message }) => message)).toEqual([
      'antes',
      'só no primário',
      'depois',
    ]);
  },
);

it('a message that is sent again is not acknowledged before a standby has it', async () => {
  const [ana, bia] = await createPair();
  const from = await connectSocket(app.url, ana);
  await sendMessage(from, bia, 'antes');
  await replicatedDatabase.stopReplica();
  const id = randomUUID();
  const sending = sendMessage(from, bia, 'só no primário', id);
  await replicatedDatabase.endWaits('pg_cancel_backend', /^commit$/, sending);
  const sendingAgain = sendMessage(from, bia, 'só no primário', id);
  await replicatedDatabase.waitForWaiters(/^commit$/);
  await replicatedDatabase.startReplica();
  expect(await sendingAgain).toMatchObject({ ok: true });
});

it('a notification whose wait for a standby is cancelled is not delivered before a standby has it', async () => {
  const [ana] = await createPair();
  const socket = await connectSocket(app.url, ana);
  await replicatedDatabase.stopReplica();
  // Commits that notify wait for each other, so this one, like a scheduled job, keeps the notification waiting.
  const notifying = app.pool
    .query("SELECT pg_notify('somebody', ''), pg_logical_emit_message(true, 'test', '')")
    .catch(() => undefined);
  await replicatedDatabase.waitForWaiters(/pg_notify\('somebody'/);
  const adding = buildNotification(app.pool, ana.uid);
  await Promise.all([
    expect(adding).rejects.toMatchObject({ code: '08007' }),
    replicatedDatabase.endWaits('pg_cancel_backend', /insert into notifications/, adding),
  ]);
  await notifying;
  await replicatedDatabase.waitForWaiters(/as replicated, n\.id/);
  expect(socket.payloadsOf('notification')).toEqual([]);
  await replicatedDatabase.startReplica();
  expect(await socket.waitFor('notification')).toHaveLength(1);
});

const answerUnavailable = { status: 503, error: 'Serviço temporariamente indisponível.' };

it('an order whose wait for a standby is cancelled is confirmed only after a standby has it', async () => {
  const [ana, bia] = await createPair();
  const serviceId = await buildService(app.pool, bia.uid);
  const key = randomUUID();
  const order = async () => {
    const response = await app.fetch('/api/payments/checkout', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${ana.tokens.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ serviceId }),
    });
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      ...((await response.json()) as object),
    };
  };
  await replicatedDatabase.stopReplica();
  const ordering = order();
  await replicatedDatabase.endWaits('pg_cancel_backend', /^commit$/, ordering);
  expect(await ordering).toMatchObject({
    ...answerUnavailable,
    retryAfter: expect.stringMatching(/^\d+$/),
  });
  const orderingAgain = order();
  await replicatedDatabase.waitForWaiters(/^select/);
  await replicatedDatabase.startReplica();
  expect(await orderingAgain).toMatchObject({ status: 201, payment: { serviceId } });
  const orders = await app.pool.query('SELECT FROM payments WHERE idempotency_key = $1', [key]);
  expect(orders.rowCount).toBe(1);
});

it('an order that is cancelled again is confirmed only after a standby has the cancellation', async () => {
  const [ana, bia] = await createPair();
  const service = await buildService(app.pool, bia.uid);
  const id = await buildPaidOrder(
    app.pool,
    { service, buyer: ana.uid, seller: bia.uid },
    { service_status: 'awaiting_payment', paid_at: null },
  );
  const cancel = () => ana.api.orders.cancelPayment({ params: { id } });
  await replicatedDatabase.stopReplica();
  const cancelling = cancel();
  await Promise.all([
    expect(cancelling).rejects.toMatchObject({ status: 503 }),
    replicatedDatabase.endWaits('pg_cancel_backend', /^commit$/, cancelling),
  ]);
  const cancellingAgain = cancel();
  await replicatedDatabase.waitForWaiters(/^select/);
  await replicatedDatabase.startReplica();
  expect(await cancellingAgain).toMatchObject({ payment: { serviceStatus: 'cancelled' } });
});
