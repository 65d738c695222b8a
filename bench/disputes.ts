import { randomUUID } from 'node:crypto';
import { listQueue } from '../packages/server/src/modules/moderation/queue/list-queue.ts';
import { getDispute } from '../packages/server/src/modules/orders/disputes/decide-dispute.ts';
import type { Person } from '../packages/server/src/platform/actor.ts';
import { createDatabase, type Database } from '../packages/server/src/platform/database/pool.ts';
import { offlinePresence } from '../packages/server/test/fixtures/fakes/fake-presence.ts';
import { quietLog } from '../packages/server/test/fixtures/server/quiet-log.ts';
import { withClient } from '../packages/server/test/fixtures/server/template-database.ts';
import type { ReportLine } from './report.ts';

const ORDER_COUNT = 100_000;
/** Number of disputes: one order in five has one. One dispute in ten is unresolved. */
const DISPUTE_COUNT = ORDER_COUNT / 5;
const MEASURED_ROUNDS = 200;
/** Number of first rounds that are not measured, because they prepare statements. */
const WARM_UP_ROUNDS = 20;
const MAX_P99_MS = 50;
const PAGE_SIZE = 20;

const fillOrders = `
  INSERT INTO payments (id, purchase_code, buyer_id, seller_id, service_id, product_name, type, price, photo_url,
    service_status, idempotency_key, provider, amount_paid, paid_at, started_service_at, expires_at, created_at)
  SELECT gen_random_uuid(), 'BENCH-' || n, b.uid, s.seller_id, s.id, s.title, s.type, 4990, '/x.webp',
    'in_progress', 'bench-' || n, 'bench', 4990, at, at, at, at
  FROM (SELECT row_number() OVER () AS n, id, seller_id, title, type FROM services LIMIT $1) s
    JOIN (SELECT row_number() OVER (ORDER BY uid) AS n, uid FROM users LIMIT $1) b
      USING (n),
    LATERAL (SELECT now() - n * interval '1 minute' AS at) t
  WHERE s.seller_id <> b.uid`;

const fillDisputes = `
  INSERT INTO disputes (id, payment_id, state, reason, description, opened_at, answer_by, decide_by, answered_at,
    accepted, answer_message, outcome, resolved_by, decided_at, decision_reason)
  SELECT gen_random_uuid(), id, CASE WHEN old THEN 'resolved' WHEN n % 20 = 0 THEN 'open' ELSE 'answered' END,
    'not_as_described', repeat('Não era o combinado. ', 20), at, at + interval '2 days', at + interval '3 days',
    CASE WHEN old OR n % 20 <> 0 THEN at + interval '1 day' END, false, repeat('Atendi como combinado. ', 20),
    CASE WHEN old THEN 'released' END, CASE WHEN old THEN 'admin' END,
    CASE WHEN old THEN at + interval '2 days' END, CASE WHEN old THEN 'As mensagens mostram isso.' END
  FROM (SELECT row_number() OVER (ORDER BY created_at DESC) AS n, id, created_at AS at FROM payments
    WHERE provider = 'bench' ORDER BY created_at DESC LIMIT $1) p, LATERAL (SELECT n > $1 / 10 AS old) o`;

/** Inserts orders and disputes into a database that already has services; returns an administrator who reads them. */
async function fillDatabase(url: string): Promise<Person> {
  await withClient(url, async (client) => {
    await client.query(fillOrders, [ORDER_COUNT]);
    await client.query(fillDisputes, [DISPUTE_COUNT]);
    await client.query('ANALYZE payments, disputes');
  });
  const uid = randomUUID();
  return { kind: 'person', uid, role: 'admin', sessionId: uid, adult: false, blocks: false };
}

type MeasuredRead = (round: number) => Promise<unknown>;

/**
 * Creates the functions to measure, by name: the team's reads of disputes, and bare queries of the same rows to compare
 * them with.
 */
function createMeasuredReads(
  measuredDatabase: Database,
  admin: Person,
  disputeIds: readonly string[],
) {
  const deps = {
    database: measuredDatabase,
    clock: { now: () => new Date() },
    presence: offlinePresence,
  };
  const readQueue =
    (state: 'open' | 'closed'): MeasuredRead =>
    () =>
      listQueue(deps)(admin, { kind: 'dispute', state, limit: PAGE_SIZE });
  const idOf = (round: number) => disputeIds[round % disputeIds.length] ?? '';
  const readBare = (
    name: string,
    text: string,
    valuesOf: (round: number) => unknown[],
  ): MeasuredRead => {
    return (round) => measuredDatabase.pool.query({ name, text, values: valuesOf(round) });
  };
  const ofOrder = 'SELECT x.*, o.* FROM disputes x JOIN payments o ON o.id = x.payment_id';
  return {
    'queue of disputes with counts': readQueue('open'),
    'bare page of open disputes': readBare(
      'open',
      `${ofOrder} WHERE x.state <> 'resolved' ORDER BY x.opened_at, x.id LIMIT ${PAGE_SIZE + 1}`,
      () => [],
    ),
    'decided disputes with counts': readQueue('closed'),
    'bare page of decided disputes': readBare(
      'decided',
      `${ofOrder} WHERE x.state = 'resolved' ORDER BY x.decided_at DESC, x.id DESC LIMIT ${PAGE_SIZE + 1}`,
      () => [],
    ),
    'a dispute': (round) => getDispute(deps)(admin, idOf(round)),
    'bare dispute': readBare('one', `${ofOrder} WHERE x.id = $1`, (round) => [idOf(round)]),
  } satisfies Record<string, MeasuredRead>;
}

/** The quantile of the times at `share`, for example the median for 0.5. */
const timeAtShare = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? 0;

/**
 * Fills a database with 100,000 orders and 20,000 disputes, and measures what the team reads of them: through the
 * program's use cases and, alternately, by bare queries of the same rows.
 */
export async function measureDisputes(url: string): Promise<ReportLine[]> {
  const admin = await fillDatabase(url);
  const database = createDatabase(url, { max: 2, log: quietLog });
  try {
    const { rows } = await database.pool.query<{ id: string }>(
      `SELECT id FROM disputes ORDER BY id LIMIT ${MEASURED_ROUNDS}`,
    );
    const measuredReads = Object.entries(
      createMeasuredReads(
        database,
        admin,
        rows.map(({ id }) => id),
      ),
    );
    const times = new Map(measuredReads.map(([name]): [string, number[]] => [name, []]));
    for (let round = 0; round < WARM_UP_ROUNDS + MEASURED_ROUNDS; round += 1) {
      for (const [name, read] of measuredReads) {
        const startedAt = performance.now();
        await read(round);
        if (round >= WARM_UP_ROUNDS) times.get(name)?.push(performance.now() - startedAt);
      }
    }
    return [...times].map(([name, durations]) => {
      const [p50, p99] = [timeAtShare(durations, 0.5), timeAtShare(durations, 0.99)];
      const isBase = name.startsWith('bare');
      return {
        name: `${name} at ${DISPUTE_COUNT} of ${ORDER_COUNT} orders, p50 and p99`,
        value: `${p50.toFixed(1)}, ${p99.toFixed(1)} ms`,
        targetText: isBase ? '' : `at most ${MAX_P99_MS} ms`,
        isMet: isBase ? null : p99 <= MAX_P99_MS,
      };
    });
  } finally {
    await database.close();
  }
}
