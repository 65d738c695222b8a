import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../test/fixtures/data/builders.ts';
import { buildPayoutProfile } from '../test/fixtures/data/payouts.ts';
import { fakeClock } from '../test/fixtures/fakes/fake-clock.ts';
import { buildRandomLedger } from '../test/fixtures/modules/money/random-ledger.ts';
import { quietLog } from '../test/fixtures/server/quiet-log.ts';
import { createTestDatabase, type TestDatabase } from '../test/fixtures/server/test-database.ts';
import { seed } from '../test/seed.ts';
import { decrypt } from './backup/archive/encryption.ts';
import { readConfig } from './config/index.ts';
import { openDataEncryption } from './platform/data-encryption.ts';
import { createDatabase, type Database } from './platform/database/pool.ts';
import { openSecrets } from './platform/secrets.ts';
import { systemIds } from './ports/ids.ts';
import { sellersReportCommand } from './sellers-report.ts';

// Reports are encrypted with a low scrypt cost here, because the tests of backups cover the real cost.
vi.mock('./backup/archive/encryption.ts', async (importOriginal) => {
  const realModule = await importOriginal<typeof import('./backup/archive/encryption.ts')>();
  return {
    ...realModule,
    encrypt: (bytes: AsyncIterable<Uint8Array>, key: string) => realModule.encrypt(bytes, key, 4),
  };
});

const BACKUP_KEY = 'a key of sixteen letters or more';
const SELLER_CPF = '12345678909';

let testDatabase: TestDatabase;
let database: Database;
let sellerUids: string[];
let homeFolder: string;
let commandEnvironment: Record<string, string>;
/** A month in which every seller has ledger entries, as `yyyy-mm`. */
let reportMonth: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = createDatabase(testDatabase.pooledUrl, { log: quietLog });
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-sellers-'));
  commandEnvironment = {
    DATABASE_URL: testDatabase.url,
    DATA_DIR: join(homeFolder, 'data'),
    BACKUP_KEY,
  };
  sellerUids = await buildRandomLedger(database, { seed, operations: 300, sellers: 3 });
  const { rows } = await database.pool.query(
    `SELECT to_char(created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') AS month
     FROM ledger_entries WHERE account IN ('held', 'clearing', 'seller')
     GROUP BY 1 HAVING count(DISTINCT owner_id) = 3 ORDER BY 1 LIMIT 1`,
  );
  reportMonth = rows[0].month;
  const config = readConfig(commandEnvironment);
  const dataEncryption = openDataEncryption(config.dataSecrets, openSecrets(config), systemIds);
  await buildPayoutProfile(
    database.pool,
    sellerUids[0] ?? '',
    { legalName: '=João; "Zé"' },
    dataEncryption,
  );
  // This seller has no sales, and therefore must not occur in any report.
  await buildPayoutProfile(database.pool, await buildUser(database.pool), {}, dataEncryption);
});
afterEach(() => rm(join(homeFolder, 'out'), { recursive: true, force: true }));
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
  await rm(homeFolder, { recursive: true, force: true });
});

async function runReport(args: readonly string[], moreEnvironment: Record<string, string> = {}) {
  const lines: string[] = [];
  const writtenParts: Uint8Array[] = [];
  const code = await sellersReportCommand({
    args,
    env: { ...commandEnvironment, ...moreEnvironment },
    printLine: (line) => lines.push(line),
    clock: fakeClock('2026-12-01T02:59:59.000Z'),
    writeOut: async (bytes) => {
      for await (const part of bytes) writtenParts.push(part);
      return 0;
    },
  });
  return { code, text: lines.join('\n'), fileBytes: Buffer.concat(writtenParts) };
}

async function decryptReport(sealedReport: Uint8Array): Promise<string[][]> {
  async function* encryptedParts() {
    yield sealedReport;
  }
  const parts: Uint8Array[] = [];
  for await (const part of decrypt(encryptedParts(), BACKUP_KEY)) parts.push(part);
  const text = Buffer.concat(parts).toString();
  return text.split('\r\n').map((row) => row.split(/;(?=(?:[^"]*"[^"]*")*[^"]*$)/));
}

const readModerationActions = async () =>
  (
    await database.pool.query(
      `SELECT subject_id AS id, action, reason, actor_id AS actor FROM moderation_actions
       WHERE subject_kind = 'sellers_report' ORDER BY created_at`,
    )
  ).rows;

const toCentavos = (cell: string | undefined) => Number((cell ?? '').replace(',', ''));

/** Reads the ledger of a month, of one owner or of all (null); returns a function that adds up accounts, in centavos. */
async function readLedgerOf(month: string, owner: string | null) {
  const { rows } = await database.pool.query(
    `SELECT e.account, sum(e.amount)::integer AS amount
     FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.transaction_id
     WHERE to_char(t.created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') = $1
       AND ($2::uuid IS NULL OR (e.owner_id = $2 AND e.account <> 'buyer')) GROUP BY 1`,
    [month, owner],
  );
  return (...accounts: string[]) =>
    rows
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { amount }) => sum + amount, 0);
}

describe('npm run sellers-report', () => {
  it('writes the sums of all sellers as in the ledger, encrypted with the key of backups', async () => {
    const outFile = join(homeFolder, 'out', 'vendas.csv.age');
    const { code, text } = await runReport(['--month', reportMonth, '--out', outFile]);
    expect([code, text]).toEqual([
      0,
      `✓ Vendas de ${reportMonth}: 3 com movimento, iguais ao livro.\n2 sem nome e CPF: sem cadastro de saque, ou com a conta encerrada.`,
    ]);
    expect((await stat(outFile)).mode & 0o777).toBe(0o600);
    const encryptedReport = await readFile(outFile);
    expect(encryptedReport.toString('latin1')).not.toContain(SELLER_CPF);
    const rows = await decryptReport(encryptedReport);
    const log = (await readModerationActions()).at(-1);
    expect(rows.slice(0, 2)).toEqual([
      ['\ufeffVendas por vendedor', reportMonth],
      ['Arquivo', log.id],
    ]);
    const netOf = (row: string[] | undefined) => toCentavos(row?.[10]);
    for (const uid of sellerUids) {
      const row = rows.find((cells) => cells[2] === uid);
      const sumAccounts = await readLedgerOf(reportMonth, uid);
      expect(netOf(row) - toCentavos(row?.[12]) + toCentavos(row?.[13])).toBe(
        sumAccounts('held', 'clearing', 'seller', 'debt', 'withdrawing'),
      );
      expect(toCentavos(row?.[5]) - toCentavos(row?.[6])).toBe(sumAccounts('platform'));
    }
    const totalRow = rows.find(([first]) => first === 'Total');
    const sumAccounts = await readLedgerOf(reportMonth, null);
    expect(netOf(totalRow)).toBe(-sumAccounts('buyer') - sumAccounts('platform'));
    expect(rows.find((cells) => cells[2] === sellerUids[0])?.slice(0, 2)).toEqual([
      `"'=João; ""Zé"""`,
      SELLER_CPF,
    ]);
    expect(rows.find((cells) => cells[2] === sellerUids[1])?.slice(0, 2)).toEqual(['', '']);
  });

  it('is in the audit log, without names or amounts', async () => {
    const actionCountBefore = (await readModerationActions()).length;
    const { fileBytes, text } = await runReport(['--month', reportMonth, '--out', '-']);
    expect((await decryptReport(fileBytes))[0]).toEqual(['\ufeffVendas por vendedor', reportMonth]);
    expect(text).not.toContain(SELLER_CPF);
    expect((await readModerationActions()).slice(actionCountBefore)).toEqual([
      {
        id: expect.any(String),
        action: 'export_sellers',
        reason: `Vendas por vendedor de ${reportMonth}, pedidas no servidor.`,
        actor: null,
      },
    ]);
  });

  it('of a month without movements has a total of zero', async () => {
    const { code, fileBytes } = await runReport(['--month', '2020-01', '--out', '-']);
    expect(code).toBe(0);
    expect((await decryptReport(fileBytes)).at(-2)).toEqual([
      'Total',
      '',
      '',
      '',
      ...Array(10).fill('0,00'),
    ]);
  });

  it.each([
    [['--month', '2025-03'], {}, /^Uso: npm run sellers-report/],
    [['--out', '-'], {}, /^Uso: npm run sellers-report/],
    [['--month', '2025-13', '--out', '-'], {}, /^Uso: npm run sellers-report/],
    [['--month', '2026-11', '--out', '-'], {}, /ainda não terminou/],
    [['--month', '2025-03', '--out', '-'], { BACKUP_KEY: '' }, /Defina BACKUP_KEY/],
  ])('refuses %j %j', async (args, moreEnvironment, reason) => {
    const actionCountBefore = (await readModerationActions()).length;
    const { code, text, fileBytes } = await runReport(args, moreEnvironment);
    expect(code).toBe(2);
    expect(text).toMatch(reason);
    expect(fileBytes).toHaveLength(0);
    expect(await readModerationActions()).toHaveLength(actionCountBefore);
  });

  it('writes nothing when a sum differs from the ledger', async () => {
    const client = await database.pool.connect();
    try {
      await client.query(`SET session_replication_role = 'replica'`);
      const changeQuery = `UPDATE ledger_entries SET amount = amount + $1 WHERE id = (
        SELECT e.id FROM ledger_entries e WHERE account = 'buyer'
          AND to_char(created_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM') = $2
          ORDER BY id LIMIT 1)`;
      await client.query(changeQuery, [1, reportMonth]);
      const actionCountBefore = (await readModerationActions()).length;
      const { code, text, fileBytes } = await runReport(['--month', reportMonth, '--out', '-']);
      await client.query(changeQuery, [-1, reportMonth]);
      expect([code, text]).toEqual([
        2,
        'As somas não são as do livro: rode npm run ledger:check. Nada foi feito.',
      ]);
      expect(fileBytes).toHaveLength(0);
      expect(await readModerationActions()).toHaveLength(actionCountBefore);
    } finally {
      await client.query('RESET session_replication_role');
      client.release();
    }
  });
});
