import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLocationSettings } from '../../../src/backup/locations.ts';
import { examinePooler } from '../../../src/doctor/pooler.ts';
import { SERVER_TIMEOUTS } from '../../../src/platform/database/pool.ts';
import { renderFindings } from '../../fixtures/checks/doctor-findings.ts';
import { createNode } from '../../fixtures/server/node-process.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';
import { nodeSettings } from '../../fixtures/server/two-nodes.ts';

/** Account of `DATABASE_DIRECT_URL`, by which the sessions of both addresses are told apart. */
const ROLE = `guilda_direct_${process.pid}`;

let home: string;
let database: TestDatabase;
let other: TestDatabase;
let owner: string;

const sql = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  withClient(database.url, async (client) => (await client.query(text)).rows);

/** The address of a database with the other account. */
const directTo = ({ url }: TestDatabase) =>
  Object.assign(new URL(url), { username: ROLE, password: 'segredo-MARCA' }).href;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'guilda-direct-'));
  [database, other] = await Promise.all([
    createTestDatabase({ empty: true }),
    createTestDatabase({ empty: true }),
  ]);
  owner = decodeURIComponent(new URL(database.url).username);
  await sql(`CREATE ROLE ${ROLE} LOGIN SUPERUSER PASSWORD 'segredo-MARCA'`);
});

afterAll(async () => {
  await Promise.all([database.drop(), other.drop()]);
  const { url, drop } = await createTestDatabase({ empty: true });
  await withClient(url, (client) => client.query(`DROP ROLE ${ROLE}`));
  await drop();
  await rm(home, { recursive: true, force: true });
});

it('the doctor names another database and missing timeouts, and prints no address', async () => {
  const found = renderFindings(await examinePooler(database.url, directTo(other)));
  expect(found.text).not.toContain('MARCA');
  expect(found.text).toContain('não levam ao mesmo banco');
  expect(found.text).toContain('SET statement_timeout = 15000;');
  expect(await examinePooler(database.url, null)).toEqual([]);
  const unreachable = await examinePooler(database.url, 'postgres://ana:MARCA@127.0.0.1:1/x');
  expect(renderFindings(unreachable).text).toContain('nada atende nesse endereço e porta');
});

it('commands use the direct address', () => {
  const env = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: directTo(database) };
  expect(readLocationSettings(env).databaseUrl).toBe(directTo(database));
  expect(() => readLocationSettings({ DATABASE_DIRECT_URL: database.url })).toThrow(
    'DATABASE_DIRECT_URL só vale junto com DATABASE_URL',
  );
});

it('migrations, notices and jobs have the direct address, and the rest has the other', async () => {
  const settings = nodeSettings(home, database.url, '');
  const node = await createNode({ ...settings, DATABASE_DIRECT_URL: directTo(database) });
  await expect(node.start()).rejects.toThrow('SET lock_timeout = 10000;');
  expect(await sql(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, ms] of Object.entries(SERVER_TIMEOUTS))
    await sql(`ALTER ROLE "${owner}" IN DATABASE ${name} SET ${setting} = ${ms}`);

  await node.start();
  const sessions = await sql(`SELECT DISTINCT usename, regexp_replace(application_name,
      '^pool-.*', 'jobs that listen') AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^guilda( listener)?$|^pool-'`);
  expect(sessions).toEqual(
    expect.arrayContaining([
      { usename: ROLE, name: 'guilda listener' },
      { usename: ROLE, name: 'jobs that listen' },
      { usename: owner, name: 'guilda' },
    ]),
  );
  expect(sessions).not.toContainEqual({ usename: owner, name: 'guilda listener' });
  expect(sessions).not.toContainEqual({ usename: owner, name: 'jobs that listen' });
  const owners = await sql(`SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  expect(owners).toEqual([{ owner: ROLE }]);
  expect(await node.stop()).toBe(0);
});
