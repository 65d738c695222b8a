import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderFindings } from '../../test/fixtures/checks/doctor-findings.ts';
import { withClient } from '../../test/fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../test/fixtures/server/test-database.ts';
import { findFreePort } from '../platform/network/free-port.ts';
import { type Clock, systemClock } from '../ports/clock.ts';
import { examineDatabase, serverPropertyFindings } from './database.ts';
import { migrationFinding } from './migrations.ts';

const ORDINARY_ROLE = `guilda_doctor_${process.pid}`;
const SECRET_PASSWORD = 'senha-MARCA';

let testDatabase: TestDatabase;
let emptyDatabase: TestDatabase;
const runSql = (database: TestDatabase, text: string) =>
  withClient(database.url, (client) => client.query(text));

beforeAll(async () => {
  [testDatabase, emptyDatabase] = await Promise.all([
    createTestDatabase(),
    createTestDatabase({ empty: true }),
  ]);
  await runSql(testDatabase, `CREATE ROLE ${ORDINARY_ROLE} LOGIN PASSWORD '${SECRET_PASSWORD}'`);
});
afterAll(async () => {
  await runSql(testDatabase, `DROP ROLE ${ORDINARY_ROLE}`);
  await Promise.all([testDatabase.drop(), emptyDatabase.drop()]);
});

interface DiagnosisOptions {
  readonly url?: string;
  readonly poolMax?: number;
  readonly clock?: Clock;
  readonly answerMs?: number;
  readonly durable?: boolean;
}

async function diagnoseDatabase(changes: DiagnosisOptions = {}) {
  const usualTarget = { url: testDatabase.url, poolMax: 5, clock: systemClock, durable: false };
  const findings = renderFindings(await examineDatabase({ ...usualTarget, ...changes }));
  expect(findings.text).not.toContain('MARCA');
  return findings;
}

/** The database address with some parts replaced. */
function buildDatabaseUrl(
  change: Partial<Pick<URL, 'username' | 'password' | 'pathname' | 'port'>>,
) {
  return Object.assign(new URL(testDatabase.url), change).href;
}

const readSchema = (database: TestDatabase) =>
  withClient(database.url, async (client) => {
    const { rows } = await client.query(`SELECT count(*)::int AS things FROM (
      SELECT oid FROM pg_class UNION ALL SELECT oid FROM pg_proc UNION ALL
      SELECT oid FROM pg_namespace UNION ALL SELECT oid FROM pg_extension) all_things`);
    return rows;
  });

it('the doctor finds nothing wrong with the database of the product', async () => {
  const { right, wrong, unseen } = await diagnoseDatabase();
  expect([wrong, unseen]).toEqual([[], []]);
  expect(right).toEqual(
    expect.arrayContaining([
      '✓ O banco guarda texto em UTF8.',
      '✓ O usuário do banco pode criar tabelas e gatilhos.',
      '✓ A extensão unaccent existe ou pode ser criada.',
      '✓ A extensão pg_trgm existe ou pode ser criada.',
      '✓ O banco está na versão deste programa.',
      expect.stringMatching(/mesma hora/),
    ]),
  );
});

it('the doctor does not change an empty database', async () => {
  const schemaBefore = await readSchema(emptyDatabase);
  const { wrong, right } = await diagnoseDatabase({ url: emptyDatabase.url });
  expect(wrong).toEqual([]);
  expect(right).toContain('✓ O banco está vazio: o primeiro início o prepara.');
  expect(await readSchema(emptyDatabase)).toEqual(schemaBefore);
});

it('the doctor finds a database user without the permissions that a start needs', async () => {
  const url = Object.assign(new URL(emptyDatabase.url), {
    username: ORDINARY_ROLE,
    password: SECRET_PASSWORD,
  }).href;
  const { wrong } = await diagnoseDatabase({ url });
  expect(wrong).toEqual([
    '✗ O usuário do banco não pode criar tabelas e gatilhos (42501).',
    '✗ O usuário do banco não pode criar esquemas (42501).',
    '✗ A extensão unaccent falta e não pode ser criada (42501).',
    '✗ A extensão pg_trgm falta e não pode ser criada (42501).',
  ]);
});

it('the doctor finds tables of another user', async () => {
  await runSql(testDatabase, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${ORDINARY_ROLE}`);
  const { wrong } = await diagnoseDatabase({
    url: buildDatabaseUrl({ username: ORDINARY_ROLE, password: SECRET_PASSWORD }),
  });
  await runSql(testDatabase, `DROP OWNED BY ${ORDINARY_ROLE}`);
  expect(wrong).toContainEqual(expect.stringMatching(/^✗ \d+ tabelas são de outro usuário/));
});

it('the doctor finds a pool with more connections than the server allows', async () => {
  const { wrong } = await diagnoseDatabase({ poolMax: 5_000 });
  expect(wrong).toEqual([expect.stringContaining('Um processo usa até 5002 conexões')]);
});

it('the doctor finds a clock that differs from that of the database', async () => {
  const clock = { now: () => new Date(Date.now() + 60_000) };
  expect((await diagnoseDatabase({ clock })).wrong).toEqual([expect.stringContaining('relógios')]);
});

it('the doctor finds a database that is read-only', async () => {
  const url = `${testDatabase.url}${testDatabase.url.includes('?') ? '&' : '?'}options=-c%20default_transaction_read_only%3Don`;
  expect((await diagnoseDatabase({ url })).wrong).toEqual(['✗ O banco só pode ser lido.']);
});

it('the doctor finds migrations of a newer version of the program', async () => {
  const name = '9999_newer';
  await runSql(testDatabase, `INSERT INTO migrations (name, run_on) VALUES ('${name}', now())`);
  const { wrong } = await diagnoseDatabase();
  await runSql(testDatabase, `DELETE FROM migrations WHERE name = '${name}'`);
  expect(wrong).toEqual(['✗ O banco está 1 migração à frente deste programa.']);
});

it.each([
  [
    'a password',
    () => buildDatabaseUrl({ username: ORDINARY_ROLE, password: 'outra-MARCA' }),
    /usuário ou a senha/,
  ],
  ['a database', () => buildDatabaseUrl({ pathname: '/nenhum_banco' }), /não tem o banco/],
])('the doctor finds %s that the server does not know', async (_what, url, expectedText) => {
  const { wrong } = await diagnoseDatabase({ url: url() });
  expect(wrong).toHaveLength(1);
  expect(wrong[0]).toMatch(expectedText);
});

it('the doctor reports an unreachable database', async () => {
  const { wrong } = await diagnoseDatabase({
    url: buildDatabaseUrl({ port: `${await findFreePort()}`, password: SECRET_PASSWORD }),
  });
  expect(wrong).toEqual([
    '✗ O banco de dados não pôde ser usado: nada atende nesse endereço e porta.',
  ]);
});

it('the doctor reports a database that does not answer in time', async () => {
  const silentServer = createServer((socket) => socket.on('error', () => undefined));
  silentServer.listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const { port } = silentServer.address() as AddressInfo;
  const url = `postgres://guilda:${SECRET_PASSWORD}@127.0.0.1:${port}/guilda`;
  const { wrong } = await diagnoseDatabase({ url, answerMs: 100 });
  silentServer.close();
  expect(wrong).toEqual(['✗ O banco de dados não pôde ser usado: não houve resposta a tempo.']);
});

it('the doctor reports a database that is not durable', async () => {
  const { wrong } = await diagnoseDatabase({ durable: true });
  expect(wrong).toEqual(['✗ O banco esquece o que confirmou quando falta energia: fsync em off.']);
});

describe('the doctor checks the properties of the server', () => {
  const serverProperties = {
    ...{ version: '15.4', number: 15, encoding: 'UTF8', allowed: 97 },
    ...{ standby: false, migrated: true, foreign: 0 },
  };
  it.each([
    [{ number: 14, version: '14.9' }, /versão 14\.9, antiga demais/],
    [{ encoding: 'LATIN1' }, /texto em LATIN1/],
    [{ allowed: 21 }, /até 22 conexões, e o banco só dá 21/],
    [{ allowed: 22 }, null],
    [{}, null],
  ])('that differ by %o', (change, expectedText) => {
    const { wrong } = renderFindings(
      serverPropertyFindings({ ...serverProperties, ...change }, 20),
    );
    expect(wrong).toEqual(expectedText ? [expect.stringMatching(expectedText)] : []);
  });
});

it.each([
  [null, true, /vazio/],
  [['1', '2', '3'], true, /na versão/],
  [['1', '2'], true, /espera 1 migração/],
  [['1'], true, /espera 2 migrações/],
  [['1', '3'], false, /Falta no banco 2/],
  [['1', '2', '3', '4', '5'], false, /2 migrações à frente/],
])('the doctor accepts a database with the migrations %o: %s', (applied, ok, expectedText) => {
  const finding = migrationFinding(['1', '2', '3'], applied);
  expect(finding.ok).toBe(ok);
  expect(finding.text).toMatch(expectedText);
});
