import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPaidOrder, buildService, buildUser } from '../../../test/fixtures/data/builders.ts';
import { quietLog } from '../../../test/fixtures/server/quiet-log.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '../../../test/fixtures/server/test-database.ts';
import { createDatabase, type Database } from '../../platform/database/pool.ts';
import { createJobs } from '../../platform/jobs/index.ts';
import { retentionTasks } from './tasks.ts';

let clonedDatabase: TestDatabase;
let database: Database;
let ownerUid: string;
let runRetention: () => Promise<void>;
const logLines: string[] = [];
const logSpy = {
  info: (facts: Record<string, unknown>, message: string) =>
    void logLines.push(`${facts.rows} ${message}`),
};

beforeAll(async () => {
  clonedDatabase = await createTestDatabase();
  database = createDatabase(clonedDatabase.url, { log: quietLog });
  ownerUid = await buildUser(database.pool);
  const jobs = createJobs({ database, log: quietLog }, retentionTasks({ database, log: logSpy }));
  runRetention = async () => {
    logLines.length = 0;
    await jobs.enqueue(database.db, 'retention.let_go', {});
    await jobs.runUntilIdle();
  };
  await runRetention();
});
afterAll(async () => {
  await database.close();
  await clonedDatabase.drop();
});

const runQuery = (text: string, values: unknown[] = []) => database.pool.query(text, values);

/** The values of a column in all rows of a table, in ascending order. */
const readValues = async (table: string, column: string) =>
  (await runQuery(`SELECT ${column} AS it FROM ${table} ORDER BY 1`)).rows.map(({ it }) => it);

const timeAgo = (time: string) => `now() - interval '${time}'`;

/** Inserts a case that was closed `closedAgo` ago; null leaves it open. */
async function addCase(closedAgo: string | null): Promise<string> {
  const id = randomUUID();
  const endedAt =
    closedAgo === null ? 'NULL, NULL, NULL' : `'dismissed', 'Sem motivo.', ${timeAgo(closedAgo)}`;
  await runQuery(
    `INSERT INTO cases (id, kind, author_id, reported_user_id, title, message, status, created_at,
       outcome, answer, decided_at)
     VALUES ($1, 'report', $2, $2, 'Golpe', 'Ele sumiu.', $3, ${timeAgo('5 years')}, ${endedAt})`,
    [id, ownerUid, closedAgo === null ? 'open' : 'closed'],
  );
  return id;
}

async function addSession(endedAgo: string): Promise<string> {
  const id = randomUUID();
  await runQuery(
    `INSERT INTO sessions (id, uid, refresh_hash, device, expires_at, revoked_at)
     SELECT $1::uuid, $2, sha256($1::uuid::text::bytea), 'Firefox', ${endedAgo}`,
    [id, ownerUid],
  );
  return id;
}

describe('deleted by age', () => {
  it('are the texts of cases that were closed two years ago, not the cases', async () => {
    const [old, young, open] = [
      await addCase('2 years 1 minute'),
      await addCase('1 year 364 days'),
      await addCase(null),
    ];
    const readCase = async (id: string) =>
      (
        await runQuery('SELECT title, message, answer, outcome, kind FROM cases WHERE id = $1', [
          id,
        ])
      ).rows[0];
    const before = [await readCase(young), await readCase(open)];
    await runRetention();
    expect(await readCase(old)).toEqual({
      title: null,
      message: '',
      answer: '',
      outcome: 'dismissed',
      kind: 'report',
    });
    expect([await readCase(young), await readCase(open)]).toEqual(before);
    expect(logLines).toEqual(['1 texts of closed cases were let go']);
    await runRetention();
    expect(logLines).toEqual([]);
  });

  it('are age requirements of accounts that were closed six months ago', async () => {
    for (const closedAgo of ['6 months 1 minute', '6 months -1 minute']) {
      const row = [closedAgo, await buildUser(database.pool)];
      await runQuery(
        `INSERT INTO closed_age_requirements VALUES (sha256($1), $2, ${timeAgo(closedAgo)})`,
        row,
      );
    }
    await runRetention();
    expect(await readValues('closed_age_requirements', 'closed_at')).toHaveLength(1);
  });

  it('are errors of pages that were not seen for 30 days', async () => {
    const addError = (name: string, age: string) =>
      runQuery(
        `INSERT INTO client_errors (fingerprint, message, screen, stack, first_at, last_at)
         VALUES (sha256($1::text::bytea), $1::text, '/', '', ${timeAgo('1 year')}, ${timeAgo(age)})`,
        [name],
      );
    await addError('old', '30 days 1 minute');
    await addError('young', '29 days');
    await runRetention();
    expect(await readValues('client_errors', 'message')).toEqual(['young']);
  });

  it('are counts of use of more than 400 days ago', async () => {
    await runQuery(`INSERT INTO analytics_counts (day, event, count)
      SELECT (now() - make_interval(days => n))::date, n::text, 1 FROM unnest(ARRAY[402, 399]) AS n`);
    await runRetention();
    expect(await readValues('analytics_counts', 'event')).toEqual(['399']);
  });

  it('are sessions 30 days after their end, with the rows that refer to them', async () => {
    const [revoked, expired] = [
      await addSession(`now() + interval '1 day', ${timeAgo('30 days 1 minute')}`),
      await addSession(`${timeAgo('30 days 1 minute')}, NULL`),
    ];
    const keptIds = [
      await addSession("now() + interval '1 day', NULL"),
      await addSession(`now() + interval '1 day', ${timeAgo('29 days')}`),
      await addSession(`${timeAgo('29 days')}, NULL`),
    ];
    await runQuery('INSERT INTO session_positions SELECT id, 1 FROM sessions');
    await runRetention();
    expect(await readValues('sessions', 'id')).toEqual(keptIds.toSorted());
    expect(await readValues('session_positions', 'session_id')).toEqual(keptIds.toSorted());
    expect(keptIds).not.toContain(revoked);
    expect(keptIds).not.toContain(expired);
  });

  it('are ID tokens a day after they expired', async () => {
    await runQuery(`INSERT INTO spent_id_tokens (token_hash, expires_at) VALUES
      ('\\x01', ${timeAgo('1 day 1 minute')}), ('\\x02', ${timeAgo('23 hours')}), ('\\x03', now() + interval '1 hour')`);
    await runRetention();
    expect(await readValues('spent_id_tokens', "encode(token_hash, 'hex')")).toEqual(['02', '03']);
  });

  it('are webhooks that were applied 90 days ago', async () => {
    await runQuery(`INSERT INTO webhook_events (provider, event_id, received_at) VALUES
      ('fake', 'old', ${timeAgo('90 days 1 minute')}), ('fake', 'young', ${timeAgo('89 days')})`);
    await runRetention();
    expect(await readValues('webhook_events', 'event_id')).toEqual(['young']);
  });

  it('are expired Discord consents', async () => {
    const session = await addSession("now() + interval '1 day', NULL");
    await runQuery(
      `INSERT INTO discord_link_states (state_hash, uid, session_id, expires_at) VALUES
        ('\\x01', $1, $2, ${timeAgo('1 second')}), ('\\x02', $1, $2, now() + interval '1 minute')`,
      [ownerUid, session],
    );
    await runRetention();
    expect(await readValues('discord_link_states', "encode(state_hash, 'hex')")).toEqual(['02']);
  });

  it('are age checks that were started and never finished', async () => {
    const [stale, fresh, approved] = [
      await buildUser(database.pool),
      await buildUser(database.pool),
      await buildUser(database.pool),
    ];
    await runQuery(
      `INSERT INTO age_checks (uid, id, provider, return_path, state, verified_until, closes_at, created_at, decided_at)
       VALUES ($1, gen_random_uuid(), 'demo', '/', 'open', NULL, ${timeAgo('30 days 1 minute')}, ${timeAgo('31 days')}, NULL),
         ($2, gen_random_uuid(), 'demo', '/', 'open', NULL, NULL, ${timeAgo('29 days')}, NULL),
         ($3, gen_random_uuid(), 'demo', '/', 'approved', now(), NULL, ${timeAgo('5 years')}, now())`,
      [stale, fresh, approved],
    );
    await runRetention();
    expect(await readValues('age_checks', 'uid')).toEqual([fresh, approved].toSorted());
  });

  it('are conversations 30 days after both accounts were closed', async () => {
    const buildAccount = (time: string | null) =>
      buildUser(database.pool, {
        deleted_at: time === null ? null : new Date(Date.now() - Number(time) * 86_400_000),
      });
    const createConversation = async (firstUid: string, secondUid: string) => {
      const id = randomUUID();
      const [low, high] = [firstUid, secondUid].toSorted();
      await runQuery('INSERT INTO conversations (id, low_id, high_id) VALUES ($1, $2, $3)', [
        id,
        low,
        high,
      ]);
      await runQuery(
        'INSERT INTO conversation_members (conversation_id, uid) VALUES ($1, $2), ($1, $3)',
        [id, low, high],
      );
      await runQuery(
        `INSERT INTO messages (id, conversation_id, seq, sender_id, receiver_id, message, sent_at, sender_n, receiver_n)
         VALUES (gen_random_uuid(), $1, 1, $2, $3, 'Oi', now(), 1, 2)`,
        [id, low, high],
      );
      return id;
    };
    await createConversation(await buildAccount('31'), await buildAccount('40'));
    const keptIds = [
      await createConversation(await buildAccount('31'), await buildAccount(null)),
      await createConversation(await buildAccount('31'), await buildAccount('29')),
    ].toSorted();
    await runRetention();
    for (const table of ['messages', 'conversation_members'])
      expect(new Set(await readValues(table, 'conversation_id'))).toEqual(new Set(keptIds));
    expect(await readValues('conversations', 'id')).toEqual(keptIds);
  });

  it('are rows about orders 540 days after the order ended and last changed', async () => {
    const [buyer, seller] = [await buildUser(database.pool), await buildUser(database.pool)];
    const service = await buildService(database.pool, seller);
    const addOrder = async (status: string, changedAgo: string) => {
      const columns = { service_status: status, paid_at: new Date() };
      const id = await buildPaidOrder(database.pool, { service, buyer, seller }, columns);
      await runQuery(`UPDATE payments SET updated_at = ${timeAgo(changedAgo)} WHERE id = $1`, [id]);
      await runQuery(
        `INSERT INTO sold_services (payment_id, category, description, created_at)
         VALUES ($1, 'valorant', 'Aula', ${timeAgo('3 years')})`,
        [id],
      );
      return id;
    };
    await addOrder('complete', '541 days');
    const keptOrderIds = [
      await addOrder('complete', '539 days'),
      await addOrder('in_progress', '2 years'),
    ];
    await runQuery(
      `INSERT INTO pack_download_days (payment_id, kind, day, requests, redirects, bytes, first_at, last_at)
       SELECT $1, 'zip', (now() - make_interval(days => n))::date, n, 0, 1, now(), now()
       FROM unnest(ARRAY[542, 539]) AS n`,
      [keptOrderIds[0]],
    );
    await runRetention();
    expect(await readValues('sold_services', 'payment_id')).toEqual(keptOrderIds.toSorted());
    expect(await readValues('pack_download_days', 'requests')).toEqual([539]);
  });

  it('are access records after six months, and opened ones after seven days', async () => {
    await runQuery(`INSERT INTO access_record_batches (id, first_at, last_at, sealed)
      SELECT gen_random_uuid(), now() - '1 year'::interval, now() - age::interval, decode(hex, 'hex')
      FROM (VALUES ('6 months 1 minute', '01'), ('6 months -1 day', '02')) AS v (age, hex)`);
    const [old, young] = [await buildUser(database.pool), await buildUser(database.pool)];
    await runQuery(
      `INSERT INTO access_record_copies (uid, made_at, sealed)
       VALUES ($1, ${timeAgo('7 days 1 minute')}, ''), ($2, ${timeAgo('6 days')}, '')`,
      [old, young],
    );
    await runRetention();
    expect(await readValues('access_record_batches', "encode(sealed, 'hex')")).toEqual(['02']);
    expect(await readValues('access_record_copies', 'uid')).toEqual([young]);
  });

  it('are jobs that failed for the last time 30 days ago', async () => {
    await runQuery(`SELECT graphile_worker.add_job('nobody', json_build_object('n', n))
      FROM generate_series(1, 3) AS n`);
    await runQuery(`UPDATE graphile_worker._private_jobs SET attempts = max_attempts,
      updated_at = CASE WHEN payload->>'n' = '1' THEN ${timeAgo('31 days')} ELSE ${timeAgo('29 days')} END
      WHERE payload->>'n' IN ('1', '2')`);
    await runRetention();
    expect(await readValues('graphile_worker._private_jobs', "payload->>'n'")).toEqual(['2', '3']);
  });

  it('are rows in batches until nothing is left', async () => {
    await runQuery(`INSERT INTO webhook_events (provider, event_id, received_at)
      SELECT 'many', n::text, ${timeAgo('91 days')} FROM generate_series(1, 2500) AS n`);
    await runRetention();
    expect(logLines).toEqual(['2500 applied webhooks were let go']);
  });
});
