import { afterAll, beforeAll, expect, it } from 'vitest';
import { fakeClock } from '../../test/fixtures/fakes/fake-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../test/fixtures/server/test-database.ts';
import { type Config, validateSettings } from '../config/index.ts';
import { createDatabase } from '../platform/database/pool.ts';
import { accessRecordFindings } from './access-records.ts';

const recipientKey = 'age1h5dvf9c6xld3hgf0rsz47ps6gha57x5u57sqs2ecsrdwuhruxfyq4e7vs3';
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const diagnoseAccessRecords = async (
  env: Record<string, string>,
  changes: Partial<Config> = {},
) => {
  const config = { ...validateSettings(env).config, ...changes };
  const findings = await accessRecordFindings(config, fakeClock());
  return findings.map(({ ok, text }) => `${ok} ${text}`).join('\n');
};

it('the doctor does not mention access records in demo mode, and reports the missing key in production', async () => {
  expect(await diagnoseAccessRecords({})).toBe('');
  expect(await diagnoseAccessRecords({ NODE_ENV: 'production' })).toMatch(
    /^null .*falta ACCESS_RECORDS_RECIPIENTS/,
  );
});

it('the doctor reports stored access records, and when nothing deletes old ones', async () => {
  const env = { ACCESS_RECORDS_RECIPIENTS: recipientKey, DATABASE_URL: database.url };
  expect(await diagnoseAccessRecords(env)).toContain('true Ainda não há registros');
  const { pool, close } = createDatabase(database.url, {
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const insertBatch = (accessedAt: string) =>
    pool.query(
      `INSERT INTO access_record_batches SELECT gen_random_uuid(), $1::timestamptz, $1::timestamptz, ''`,
      [accessedAt],
    );
  const now = fakeClock().now();
  await insertBatch(now.toISOString());
  expect(await diagnoseAccessRecords(env)).toContain(
    'true Nenhum registro de acesso está guardado além',
  );
  now.setUTCDate(now.getUTCDate() - 190);
  await insertBatch(now.toISOString());
  expect(await diagnoseAccessRecords(env)).toContain(
    'false Há registros de acesso de mais de 6 meses',
  );
  await close();
  const unreachableEnv = { ...env, DATABASE_URL: 'postgres://127.0.0.1:1/none' };
  expect(await diagnoseAccessRecords(unreachableEnv)).toMatch(/^true Chaves[^\n]*$/);
});

it('the doctor asks for the setting with the proxy header of the client port', async () => {
  const env = { ACCESS_RECORDS_RECIPIENTS: recipientKey, TRUSTED_PROXIES: '127.0.0.1' };
  expect(await diagnoseAccessRecords(env)).toContain('null CLIENT_PORT_HEADER não está definida');
  expect(
    await diagnoseAccessRecords({ ...env, CLIENT_PORT_HEADER: 'X-Client-Port' }),
  ).not.toContain('HEADER');
});
