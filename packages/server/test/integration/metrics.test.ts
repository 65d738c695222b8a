import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sumLedger } from '../../src/modules/wallet/ledger/ledger-sum.ts';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import { buildPaidOrder, buildService } from '../fixtures/data/builders.ts';
import { startTestApp, type TestApp, type TestPerson } from '../fixtures/server/test-app.ts';

let app: TestApp;
let ana: TestPerson;
let bia: TestPerson;
beforeAll(async () => {
  app = await startTestApp({ env: { METRICS_PORT: '0' }, graceMs: 100 });
  [ana, bia] = await Promise.all([app.signIn('Ana'), app.signIn('Bia')]);
});
afterAll(() => app.close());

async function readMetrics(): Promise<string> {
  const answer = await fetch(app.program.metricsUrl() ?? '');
  expect(answer.status).toBe(200);
  return answer.text();
}

/** The value of a metric with these labels in any order; undefined when there is none. */
function readingOf(text: string, name: string, labels: Record<string, string> = {}) {
  const expectedLabels = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const seriesLine = text
    .split('\n')
    .find(
      (seriesText) =>
        /^(\w+)/.exec(seriesText)?.[1] === name &&
        expectedLabels.every((pair) => seriesText.includes(pair)),
    );
  return seriesLine === undefined ? undefined : Number(seriesLine.split(' ').at(-1));
}

describe('metrics', () => {
  it('are served on a separate port only', async () => {
    const { origin } = new URL(app.program.metricsUrl() ?? '');
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/metrics`, { method: 'POST' })).status).toBe(404);
    const answer = await app.fetch('/metrics');
    expect(answer.status).toBe(404);
  });

  it('count requests by route pattern, unknown paths as one, and contain no personal data', async () => {
    await (await ana.fetch(`/api/users/${bia.uid}`)).text();
    for (const path of ['/nobody/a1', '/nobody/b2?q=segredo']) await (await app.fetch(path)).text();
    await expect
      .poll(async () =>
        readingOf(await readMetrics(), 'guilda_http_requests_total', {
          route: 'unknown',
          status: '4xx',
        }),
      )
      .toBeGreaterThanOrEqual(2);
    const text = await readMetrics();
    const labels = { method: 'GET', route: '/api/users/:buyerId' };
    expect(readingOf(text, 'guilda_http_requests_total', { ...labels, status: '2xx' })).toBe(1);
    expect(readingOf(text, 'guilda_http_request_seconds_count', labels)).toBe(1);
    expect(text).not.toMatch(new RegExp(`${bia.uid}|${ana.uid}|segredo|nobody|pessoas.example`));
  });

  it('count sockets, their events by outcome, and messages once', async () => {
    const socket = await connectSocket(app.url, ana);
    const id = crypto.randomUUID();
    for (const message of ['oi', 'oi'])
      await socket.send('sendMessage', { id, receiverId: bia.uid, message });
    await socket.send('inventado' as never, {});
    await socket.send('sendMessage', { receiverId: 7 });
    const text = await readMetrics();
    expect(readingOf(text, 'guilda_sockets', { state: 'registered' })).toBe(1);
    const countEvents = (event: string, outcome: string) =>
      readingOf(text, 'guilda_socket_events_total', { event, outcome });
    expect(countEvents('register', 'ok')).toBe(1);
    expect(countEvents('sendMessage', 'ok')).toBe(2);
    expect(countEvents('sendMessage', 'refused')).toBe(1);
    expect(countEvents('unknown', 'refused')).toBe(1);
    expect(readingOf(text, 'guilda_messages_stored_total')).toBe(1);
    socket.close();
  });

  it('count jobs, orders in progress, webhooks of providers and calls to them', async () => {
    const serviceId = await buildService(app.pool, bia.uid);
    const idempotencyKey = crypto.randomUUID();
    await ana.api.orders.checkout({ body: { serviceId }, idempotencyKey });
    await app.fetch('/api/payments/webhooks/demo', { method: 'POST', body: '{}' });
    const text = await readMetrics();
    expect(readingOf(text, 'guilda_order_steps_total', { from: 'new' })).toBe(1);
    const call = { service: 'payments', call: 'createCheckout', outcome: 'ok' };
    expect(readingOf(text, 'guilda_calls_total', call)).toBe(1);
    expect(readingOf(text, 'guilda_webhooks_total', { of: 'payments' })).toBe(1);
    expect(readingOf(text, 'guilda_jobs', { state: 'failed' })).toBe(0);
    await expect
      .poll(async () => readingOf(await readMetrics(), 'guilda_job_runs_total', { outcome: 'ok' }))
      .toBeGreaterThan(0);
  });

  it('describe the database, the connection queue, the node and the build', async () => {
    const text = await readMetrics();
    expect(readingOf(text, 'guilda_database_connections', { state: 'idle' })).toBeGreaterThan(0);
    expect(readingOf(text, 'guilda_refunds', { state: 'failed' })).toBe(0);
    expect(readingOf(text, 'guilda_ready')).toBe(1);
    const { version, commit } = (await (await app.fetch('/healthz')).json()) as {
      version: string;
      commit: string;
    };
    expect(readingOf(text, 'guilda_build_info', { version, commit })).toBe(1);
    expect(readingOf(text, 'guilda_redis_up')).toBeUndefined();
    expect(readingOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('count refusals of the database by kind', async () => {
    await app.pool.query('SELECT nothing').catch(() => undefined);
    await app.pool.query("SELECT '7'::uuid").catch(() => undefined);
    expect(
      readingOf(await readMetrics(), 'guilda_database_failures_total', { kind: 'error' }),
    ).toBe(2);
  });
});

describe('the sum of the ledger', () => {
  const updateSum = async (errors: unknown[] = []) => {
    const error = (facts: unknown) => errors.push(facts);
    await sumLedger({ database: app.program.database, log: { error } as never });
    const { rows } = await app.pool.query('SELECT total::text, kept_at FROM ledger_sums');
    return rows[0];
  };

  it('is computed completely once a day and otherwise from the last hour on, and reported when it is not zero', async () => {
    const serviceId = await buildService(app.pool, bia.uid);
    const orderId = await buildPaidOrder(app.pool, {
      service: serviceId,
      buyer: ana.uid,
      seller: bia.uid,
    });
    const sumBefore = await updateSum();
    expect(sumBefore.total).toBe('0');
    const insertEntry = (amount: number, age: string) => `
      INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount, created_at)
      SELECT (lpad(to_hex((extract(epoch FROM now() - interval '${age}') * 1000)::bigint), 12, '0')
        || repeat('7', 20))::uuid, id, 'buyer', '${ana.uid}', ${amount}, created_at FROM made`;
    // Inserts a ledger transaction and runs `statement` with disabled triggers, so that no check refuses them.
    const forge = (statement: string) =>
      app.pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
        CREATE TEMP TABLE made ON COMMIT DROP AS SELECT gen_random_uuid() AS id, now() AS created_at;
        INSERT INTO ledger_transactions (id, kind, payment_id, created_at)
          SELECT id, 'payment', '${orderId}', created_at FROM made;
        ${statement}; COMMIT`);
    await forge(insertEntry(7, '1 minute'));
    const errors: unknown[] = [];
    expect((await updateSum(errors)).total).toBe('7');
    expect(errors).toEqual([{ centavos: 7 }]);
    await app.pool.query("UPDATE ledger_sums SET kept_at = now() - interval '25 hours'");
    const sumAfterwards = await updateSum();
    expect(sumAfterwards.total).toBe('7');
    expect(sumAfterwards.kept_at.getTime()).toBeGreaterThan(sumBefore.kept_at.getTime());
  });
});

it('metrics are not served when no separate port is configured', async () => {
  const plainApp = await startTestApp();
  expect(plainApp.program.metricsUrl()).toBeNull();
  await plainApp.close();
});
