import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLocationSettings } from '../../../src/backup/locations.ts';
import { examinePooler } from '../../../src/doctor/pooler.ts';
import { SERVER_TIMEOUTS } from '../../../src/platform/database/pool.ts';
import { systemTimers } from '../../../src/ports/timers.ts';
import { renderFindings } from '../../fixtures/checks/doctor-findings.ts';
import { createNode } from '../../fixtures/server/node-process.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import { startTestApp, type TestApp } from '../../fixtures/server/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';
import { nodeSettings } from '../../fixtures/server/two-nodes.ts';

/** Database role of `DATABASE_DIRECT_URL`, which distinguishes its sessions from those of `DATABASE_URL`. */
const DIRECT_ROLE = `guilda_direct_${process.pid}`;
/** Database role of a `DATABASE_URL` that a test closes. */
const POOLED_ROLE = `guilda_pooled_${process.pid}`;

let homeFolder: string;
let database: TestDatabase;
let otherDatabase: TestDatabase;
let ownerRole: string;

const queryRows = async (text: string): Promise<readonly Record<string, unknown>[]> =>
  withClient(database.url, async (client) => (await client.query(text)).rows);

const urlWithRole = ({ url }: TestDatabase, username: string) =>
  Object.assign(new URL(url), { username, password: 'segredo-MARCA' }).href;

/** The address of a database with the role of `DATABASE_DIRECT_URL`. */
const directUrlOf = (target: TestDatabase) => urlWithRole(target, DIRECT_ROLE);

beforeAll(async () => {
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-direct-'));
  [database, otherDatabase] = await Promise.all([
    createTestDatabase({ empty: true }),
    createTestDatabase({ empty: true }),
  ]);
  ownerRole = decodeURIComponent(new URL(database.url).username);
  for (const role of [DIRECT_ROLE, POOLED_ROLE])
    await queryRows(`CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD 'segredo-MARCA'`);
});

afterAll(async () => {
  await Promise.all([database.drop(), otherDatabase.drop()]);
  const { url, drop } = await createTestDatabase({ empty: true });
  await withClient(url, (client) => client.query(`DROP ROLE ${DIRECT_ROLE}, ${POOLED_ROLE}`));
  await drop();
  await rm(homeFolder, { recursive: true, force: true });
});

it('the doctor names another database and missing timeouts, and prints no address', async () => {
  const findings = renderFindings(await examinePooler(database.url, directUrlOf(otherDatabase)));
  expect(findings.text).not.toContain('MARCA');
  expect(findings.text).toContain('não levam ao mesmo banco');
  expect(findings.text).toContain('SET statement_timeout = 15000;');
  expect(await examinePooler(database.url, null)).toEqual([]);
  const failureFindings = await examinePooler(database.url, 'postgres://ana:MARCA@127.0.0.1:1/x');
  expect(renderFindings(failureFindings).text).toContain('nada atende nesse endereço e porta');
});

it('commands use the direct address', () => {
  const env = { DATABASE_URL: database.url, DATABASE_DIRECT_URL: directUrlOf(database) };
  expect(readLocationSettings(env).databaseUrl).toBe(directUrlOf(database));
  expect(() => readLocationSettings({ DATABASE_DIRECT_URL: database.url })).toThrow(
    'DATABASE_DIRECT_URL só vale junto com DATABASE_URL',
  );
});

it('migrations, notices and jobs have the direct address, and the rest has the other', async () => {
  const settings = nodeSettings(homeFolder, database.url, '');
  const node = await createNode({ ...settings, DATABASE_DIRECT_URL: directUrlOf(database) });
  await expect(node.start()).rejects.toThrow('SET lock_timeout = 10000;');
  expect(await queryRows(`SELECT 1 FROM pg_tables WHERE schemaname = 'public'`)).toEqual([]);
  const name = new URL(database.url).pathname.slice(1);
  for (const [setting, ms] of Object.entries(SERVER_TIMEOUTS))
    await queryRows(`ALTER ROLE "${ownerRole}" IN DATABASE ${name} SET ${setting} = ${ms}`);

  await node.start();
  const sessions = await queryRows(`SELECT DISTINCT usename, regexp_replace(application_name,
      '^pool-.*', 'jobs that listen') AS name FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^guilda( listener)?$|^pool-'`);
  expect(sessions).toEqual(
    expect.arrayContaining([
      { usename: DIRECT_ROLE, name: 'guilda listener' },
      { usename: DIRECT_ROLE, name: 'jobs that listen' },
      { usename: ownerRole, name: 'guilda' },
    ]),
  );
  expect(sessions).not.toContainEqual({ usename: ownerRole, name: 'guilda listener' });
  expect(sessions).not.toContainEqual({ usename: ownerRole, name: 'jobs that listen' });
  const owners = await queryRows(`SELECT DISTINCT pg_get_userbyid(relowner) AS owner FROM pg_class
    WHERE relnamespace IN ('public'::regnamespace, 'graphile_worker'::regnamespace)`);
  expect(owners).toEqual([{ owner: DIRECT_ROLE }]);
  expect(await node.stop()).toBe(0);
});

describe('a node of which one address does not answer', () => {
  let node: TestApp;
  let nodeDatabase: TestDatabase;
  let passedMs = 0;
  beforeAll(async () => {
    nodeDatabase = await createTestDatabase();
    const [url, pooledUrl] = [DIRECT_ROLE, POOLED_ROLE].map((role) =>
      urlWithRole(nodeDatabase, role),
    ) as [string, string];
    node = await startTestApp({
      database: { ...nodeDatabase, url, pooledUrl },
      env: { METRICS_PORT: '0' },
      timers: { ...systemTimers, now: () => systemTimers.now() + passedMs },
    });
  });
  afterAll(async () => {
    await node?.close();
    await nodeDatabase?.drop();
  });

  /** Refuses the connections of a role, as an address that leads nowhere does, while `work` runs. */
  const withoutRole = async (role: string, work: () => Promise<void>) => {
    await queryRows(`ALTER ROLE ${role} NOLOGIN`);
    await queryRows(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`,
    );
    try {
      await work();
    } finally {
      await queryRows(`ALTER ROLE ${role} LOGIN`);
    }
  };
  const readReadiness = async () => {
    const answer = await node.fetch('/readyz');
    return { code: answer.status, text: await answer.text() };
  };
  const okText = '{"status":"ok","checks":{"database":"ok","directDatabase":"ok","files":"ok"}}';
  /** A value of the queue's metrics that is not remembered from an earlier question. */
  const readJobsMetric = async () => {
    passedMs += 60_000;
    const answer = await fetch(node.program.metricsUrl() ?? '');
    return /^guilda_jobs\{.*$/m.exec(await answer.text())?.[0];
  };

  it('is not ready and names the direct address alone, until that answers again', async () => {
    expect(await readReadiness()).toEqual({ code: 200, text: okText });
    await withoutRole(DIRECT_ROLE, async () => {
      const failureText = okText
        .replace('"status":"ok"', '"status":"failing"')
        .replace('"directDatabase":"ok"', '"directDatabase":"failing"');
      await expect.poll(readReadiness).toEqual({ code: 503, text: failureText });
      expect(await readJobsMetric()).toBeDefined();
    });
    await expect.poll(readReadiness).toEqual({ code: 200, text: okText });
  });

  it('reads the metrics of the queue at the direct address while the pooler refuses', async () => {
    await withoutRole(POOLED_ROLE, async () => {
      const readText = async () => (await readReadiness()).text;
      await expect.poll(readText).toContain('"database":"failing","directDatabase":"ok"');
      expect(await readJobsMetric()).toBeDefined();
    });
  });
});
