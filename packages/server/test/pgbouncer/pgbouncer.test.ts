import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { examinePooler } from '../../src/doctor/pooler.ts';
import { renderFindings } from '../fixtures/checks/doctor-findings.ts';
import { createNode } from '../fixtures/server/node-process.ts';
import { startPgbouncer } from '../fixtures/server/pgbouncer.ts';
import { withClient } from '../fixtures/server/template-database.ts';
import { startTestApp } from '../fixtures/server/test-app.ts';
import { createTestDatabase } from '../fixtures/server/test-database.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';

const program = process.env['TEST_PGBOUNCER'] ?? 'pgbouncer';

/** Starts a PgBouncer with some settings changed; returns what the doctor reports about it. */
async function diagnose(change: Readonly<Record<string, string>>, isDirectUrlNamed = true) {
  const database = await createTestDatabase();
  const bouncer = await startPgbouncer(program, database.url, change);
  try {
    const findings = await examinePooler(
      bouncer.through(database.url),
      isDirectUrlNamed ? database.url : null,
    );
    return renderFindings(findings).text;
  } finally {
    await bouncer.stop();
    await database.drop();
  }
}

it.each([
  ['fits with the settings of deploy/', {}, 'o que há entre a Guilda e ele serve'],
  ['keeps no prepared statements', { max_prepared_statements: '0' }, 'comandos preparados'],
  ['refuses transactions', { pool_mode: 'statement' }, 'modo de comando'],
  ['undoes the timeouts', { server_reset_query_always: '1' }, 'limites de tempo'],
])('the doctor says that PgBouncer %s', async (_, change, sentence) => {
  const text = await diagnose(change);
  expect(text).toContain(sentence);
  expect(text.match(/pooler de DATABASE_URL/g) ?? []).toHaveLength(
    Object.keys(change).length === 0 ? 0 : 1,
  );
});

it('the doctor says that the direct address is missing, or leads through PgBouncer as well', async () => {
  expect(await diagnose({}, false)).toContain('DATABASE_DIRECT_URL falta');
  const database = await createTestDatabase();
  const bouncer = await startPgbouncer(program, database.url);
  const pooledUrl = bouncer.through(database.url);
  const text = renderFindings(await examinePooler(pooledUrl, pooledUrl)).text;
  expect(text).toContain('DATABASE_DIRECT_URL também passa por um pooler');
  await bouncer.stop();
  await database.drop();
});

it('forty requests at once share two connections of the server', async () => {
  const database = await createTestDatabase();
  const bouncer = await startPgbouncer(program, database.url, { default_pool_size: '2' });
  const app = await startTestApp({
    database: { ...database, pooledUrl: bouncer.through(database.url) },
  });
  try {
    const people = await Promise.all(['Ana', 'Bia', 'Caio', 'Duda'].map(app.signIn));
    const apis = Array.from({ length: 40 }, (_, n) => people[n % people.length]?.api);
    const answers = await Promise.all(apis.map((api) => api?.users.getMe()));
    expect(new Set(answers.map((answer) => answer?.uid)).size).toBe(4);
    expect(app.pool.totalCount).toBeGreaterThan(2);
    const { rows } = await withClient(database.url, (client) =>
      client.query(`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'guilda'`),
    );
    expect(rows.length).toBeLessThanOrEqual(2);
  } finally {
    await app.close();
    await bouncer.stop();
    await database.drop();
  }
});

it('a start without the direct address ends with one line, and migrates nothing', async () => {
  const database = await createTestDatabase({ empty: true });
  const bouncer = await startPgbouncer(program, database.url);
  const home = await mkdtemp(join(tmpdir(), 'guilda-pgbouncer-start-'));
  const node = await createNode(nodeSettings(home, bouncer.through(database.url), ''));
  await expect(node.start()).rejects.toThrow('DATABASE_DIRECT_URL falta');
  const tables = await withClient(database.url, (client) =>
    client.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`),
  );
  expect(tables.rows).toEqual([]);
  await bouncer.stop();
  await database.drop();
  await rm(home, { recursive: true, force: true });
});
