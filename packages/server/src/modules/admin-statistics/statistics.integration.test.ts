import { endpoints } from '@guilda/contract';
import type { AdminStatistics } from '@guilda/contract/moderation/admin-statistics';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildPaidOrder, buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import { type ApiFixture, createApiFixture } from '../../../test/fixtures/modules/api-fixture.ts';
import { errorOfCall } from '../../../test/fixtures/server/test-app.ts';
import { registerEndpoints } from '../../platform/http/endpoints.ts';
import { adminStatisticsHandlers } from './routes.ts';

let fixture: ApiFixture;
let adminUid: string;
beforeAll(async () => {
  fixture = await createApiFixture(({ app, database, endpointDeps }) =>
    registerEndpoints(
      app,
      endpoints.adminStatistics,
      adminStatisticsHandlers({ database }),
      endpointDeps,
    ),
  );
  adminUid = await buildUser(fixture.database.pool, { role: 'admin', created_at: '2020-01-01' });
});
afterAll(() => fixture.close());

const readStatistics = (days: '7' | '30' | '90'): Promise<AdminStatistics> =>
  fixture.as(adminUid).adminStatistics.getAdminStatistics({ query: { days } });

/** Half past midnight in São Paulo, `dayCount` days ago; half past three in UTC. */
async function daysAgo(dayCount: number): Promise<Date> {
  const { rows } = await fixture.database.pool.query(
    `SELECT ((now() AT TIME ZONE 'America/Sao_Paulo')::date - $1::integer + time '00:30')
       AT TIME ZONE 'America/Sao_Paulo' AS at`,
    [dayCount],
  );
  return rows[0].at;
}

async function insertSale(
  orderId: string,
  people: { buyer: string; seller: string },
  createdAt: Date,
) {
  await fixture.database.pool.query(
    `WITH made AS (
       INSERT INTO ledger_transactions (id, kind, payment_id, created_at)
       VALUES (gen_random_uuid(), 'payment', $1, $4), (gen_random_uuid(), 'completion', $1, $4)
       RETURNING id, kind)
     INSERT INTO ledger_entries (id, transaction_id, account, owner_id, amount)
     SELECT gen_random_uuid(), made.id, account, owner::uuid, amount
     FROM made JOIN (VALUES ('payment', 'buyer', $2, -4990), ('payment', 'held', $3, 4990),
       ('completion', 'held', $3, -4990), ('completion', 'seller', $3, 4491),
       ('completion', 'platform', $3, 499)) line (kind, account, owner, amount) USING (kind)`,
    [orderId, people.buyer, people.seller, createdAt],
  );
}

it('is for administrators only, and empty without data', async () => {
  const userUid = await buildUser(fixture.database.pool, { created_at: '2020-01-01' });
  expect(
    await errorOfCall(fixture.as(userUid).adminStatistics.getAdminStatistics({ query: {} })),
  ).toMatchObject({
    status: 403,
  });
  const { days, ...rest } = await readStatistics('7');
  expect(days).toHaveLength(7);
  expect(
    new Set(days.map(({ newUsers, orders, income }) => `${newUsers} ${orders} ${income}`)),
  ).toEqual(new Set(['0 0 0.00']));
  expect(rest).toEqual({
    response: { median: null, p90: null, decided: 0, inTime: 0 },
    waiting: { open: 0, late: 0 },
    events: [],
    screens: [],
    vitals: { days: [], screens: [] },
    clientErrors: [],
  });
});

it('contains new users, orders and income of each day', async () => {
  const { pool } = fixture.database;
  const seller = await buildUser(pool, { created_at: await daysAgo(6) });
  const buyer = await buildUser(pool, { created_at: await daysAgo(1) });
  await buildUser(pool, { created_at: await daysAgo(1) });
  await buildUser(pool, { created_at: await daysAgo(7) });
  const serviceId = await buildService(pool, seller);
  const parties = { service: serviceId, buyer, seller };
  for (const days of [8, 2, 2]) {
    const at = await daysAgo(days);
    await insertSale(await buildPaidOrder(pool, parties, { paid_at: at }), { buyer, seller }, at);
  }
  await buildPaidOrder(pool, parties, { paid_at: null, service_status: 'awaiting_payment' });
  const { days } = await readStatistics('7');
  expect(days.map(({ newUsers, orders, income }) => [newUsers, orders, income])).toEqual([
    [1, 0, '0.00'],
    [0, 0, '0.00'],
    [0, 0, '0.00'],
    [0, 0, '0.00'],
    [0, 2, '9.98'],
    [2, 0, '0.00'],
    [0, 0, '0.00'],
  ]);
  const expectedDay = (await daysAgo(6)).toLocaleDateString('sv', {
    timeZone: 'America/Sao_Paulo',
  });
  expect(days[0]?.day).toBe(expectedDay);
  expect((await readStatistics('30')).days).toHaveLength(30);
});

it('contains response times and open items, money included', async () => {
  const { pool } = fixture.database;
  const author = await buildUser(pool, { created_at: '2020-01-01' });
  const seller = await buildUser(pool, { created_at: '2020-01-01' });
  const insertDecidedCase = (severity: number, hours: number, days = 1) =>
    pool.query(
      `INSERT INTO cases (id, kind, author_id, message, severity, status, outcome, created_at,
         decided_at)
       VALUES (gen_random_uuid(), 'support', $1, 'x', $2, 'closed', 'answered',
         now() - make_interval(days => $4, hours => $3), now() - make_interval(days => $4))`,
      [author, severity, hours, days],
    );
  // The fourth case is late, because urgent cases must be decided within four hours.
  for (const [severity, hours] of [
    [1, 100],
    [2, 10],
    [4, 4],
    [4, 5],
  ] as const) {
    await insertDecidedCase(severity, hours);
  }
  await insertDecidedCase(2, 1000, 40);
  const insertOpenCase = (severity: number, hours: number) =>
    pool.query(
      `INSERT INTO cases (id, kind, author_id, message, severity, created_at)
       VALUES (gen_random_uuid(), 'report', $1, 'x', $2, now() - make_interval(hours => $3))`,
      [author, severity, hours],
    );
  await insertOpenCase(4, 3);
  await insertOpenCase(4, 5);
  await insertOpenCase(1, 100);
  await pool.query(
    `INSERT INTO cases (id, kind, author_id, reported_user_id, message)
     VALUES (gen_random_uuid(), 'report', $1, $2, 'Nobody learns here of a report about them.')`,
    [author, adminUid],
  );
  const serviceId = await buildService(pool, seller);
  const orderId = await buildPaidOrder(pool, { service: serviceId, buyer: author, seller });
  await pool.query(
    `INSERT INTO refunds (id, payment_id, amount, reason, status, created_at)
     VALUES (gen_random_uuid(), $1, 100, 'late', 'failed', now() - interval '25 hours'),
       (gen_random_uuid(), $1, 100, 'late', 'pending', now() - interval '25 hours')`,
    [orderId],
  );
  await pool.query(
    `INSERT INTO withdrawals (id, owner_id, amount, pix_key_kind, pix_key, created_at)
     VALUES (gen_random_uuid(), $1, 500, 'email', 'x@y.z', now() - interval '71 hours')`,
    [seller],
  );
  const { response, waiting } = await readStatistics('30');
  expect(response).toEqual({ median: 7.5, p90: 73, decided: 4, inTime: 3 });
  expect(waiting).toEqual({ open: 5, late: 2 });
  expect((await readStatistics('90')).response).toMatchObject({ decided: 5, inTime: 3 });
});

it('contains event counts, the most viewed screens and errors', async () => {
  const { pool } = fixture.database;
  const insertCount = (days: number, event: string, detail: string, n: number) =>
    pool.query(
      `INSERT INTO analytics_counts (day, event, detail, count)
       VALUES ((now() AT TIME ZONE 'America/Sao_Paulo')::date - $1::integer, $2, $3, $4)`,
      [days, event, detail, n],
    );
  await insertCount(0, 'login', '', 5);
  await insertCount(6, 'screen_view', '/', 2);
  await insertCount(6, 'screen_view', '/community', 3);
  await insertCount(1, 'screen_view', '/', 4);
  await insertCount(7, 'sign_up', '', 9);
  await pool.query(
    `INSERT INTO client_errors (fingerprint, message, screen, stack, count, last_at) VALUES
       ('a', 'raro', '/', '', 1, '2026-01-01T00:00:00Z'),
       ('b', 'um', '/sales', '', 1, now()), ('c', 'muitos', '/', '', 7, now())`,
  );
  const { events, screens, clientErrors } = await readStatistics('7');
  expect(events).toEqual([
    { event: 'screen_view', total: 9, counts: [5, 0, 0, 0, 0, 4, 0] },
    { event: 'login', total: 5, counts: [0, 0, 0, 0, 0, 0, 5] },
  ]);
  expect(screens).toEqual([
    { screen: '/', views: 6 },
    { screen: '/community', views: 3 },
  ]);
  expect(clientErrors.map(({ message, screen, count: n }) => [message, screen, n])).toEqual([
    ['muitos', '/', 7],
    ['um', '/sales', 1],
  ]);
});

it('contains the 75th percentiles of web vitals by day and by page', async () => {
  const insertVitalCount = (days: number, detail: string, n: number) =>
    fixture.database.pool.query(
      `INSERT INTO analytics_counts (day, event, detail, count)
       VALUES ((now() AT TIME ZONE 'America/Sao_Paulo')::date - $1::integer, 'web_vital', $2, $3)`,
      [days, detail, n],
    );
  await insertVitalCount(0, 'LCP phone / 1', 3);
  await insertVitalCount(0, 'LCP phone /search 4', 1);
  await insertVitalCount(1, 'LCP phone / 3', 4);
  await insertVitalCount(1, 'LCP desktop / 10', 1);
  await insertVitalCount(2, 'CLS phone / 2', 1);
  await insertVitalCount(7, 'TTFB phone / 0', 1);
  const { vitals, events } = await readStatistics('7');
  expect(events.map(({ event }) => event)).not.toContain('web_vital');
  expect(vitals.days.map(({ day, ...rest }) => rest)).toEqual([
    { metric: 'CLS', device: 'phone', p75: 20, visits: 1 },
    { metric: 'LCP', device: 'phone', p75: 1800, visits: 4 },
    { metric: 'LCP', device: 'desktop', p75: null, visits: 1 },
    { metric: 'LCP', device: 'phone', p75: 1000, visits: 4 },
  ]);
  expect(vitals.screens).toEqual([
    { screen: '/', metric: 'LCP', device: 'phone', p75: 1800, visits: 7 },
    { screen: '/', metric: 'LCP', device: 'desktop', p75: null, visits: 1 },
    { screen: '/', metric: 'CLS', device: 'phone', p75: 20, visits: 1 },
    { screen: '/search', metric: 'LCP', device: 'phone', p75: 2000, visits: 1 },
  ]);
});
