import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerCheck } from '../../../src/ledger-check.ts';
import { migrate } from '../../../src/platform/database/migrate.ts';
import { fastestTempDir } from '../../fixtures/server/database-folder.ts';
import { quietLog } from '../../fixtures/server/quiet-log.ts';
import { withClient } from '../../fixtures/server/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../fixtures/server/test-database.ts';

const CHECK_SCRIPT = fileURLToPath(
  new URL('../../../../../scripts/ledger-check.ts', import.meta.url),
);
const SELLER_UID = '01890000-0000-7000-8000-000000000001';

async function runCheck(env: Record<string, string>) {
  const lines: string[] = [];
  const code = await ledgerCheck({ env, printLine: (line) => lines.push(line) });
  return { code, text: lines.join('\n') };
}

describe('a database at DATABASE_URL', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const provenPattern =
    /^Lidos [^✗]*✓ Cada transação soma zero\.[^✗]*✓ O total de todas as contas é zero\.\nNada fora do lugar\.$/;

  it('is reported as correct', async () => {
    expect(await runCheck({ DATABASE_URL: database.url })).toEqual({
      code: 0,
      text: expect.stringMatching(provenPattern),
    });
  });

  it('is reached through an address in a file, even when other settings are missing', async () => {
    const folder = await mkdtemp(join(await fastestTempDir(), 'guilda-ledger-'));
    const files = { DATABASE_URL_FILE: join(folder, 'url'), SMTP_URL_FILE: join(folder, 'none') };
    expect(await runCheck(files)).toEqual({
      code: 2,
      text: 'Estas configurações não servem:\nDATABASE_URL_FILE: não é possível ler (ENOENT)',
    });
    await writeFile(files.DATABASE_URL_FILE, `${database.url}\n`);
    expect(await runCheck(files)).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });

  it('is reported with the ids of wrong entries, also by the command', async () => {
    await withClient(database.url, async (client) => {
      await client.query("SET session_replication_role = 'replica'");
      await client.query(
        `INSERT INTO users (uid, issuer, subject, username) VALUES ($1, 'test', 'x', 'vendedora')`,
        [SELLER_UID],
      );
      await client.query(`INSERT INTO ledger_balances VALUES ($1, 'seller', 1)`, [SELLER_UID]);
    });
    const { code, text } = await runCheck({ DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(text).toContain(
      `✗ Não vale: Cada saldo guardado é a soma dos seus lançamentos.\n    ${SELLER_UID}/seller\n✓`,
    );
    const command = promisify(execFile)(process.execPath, [CHECK_SCRIPT], {
      env: { ...process.env, DATABASE_URL: database.url },
    });
    const failure = await command.catch((error: { code: number; stdout: string }) => error);
    expect(failure).toMatchObject({ code: 1, stdout: `${text}\n` });
  });

  it('is reported with changed records of evidence, and with orders whose steps are missing', async () => {
    const sharedId = '01890000-0000-7000-8000-000000000002';
    await withClient(database.url, async (client) => {
      await client.query("SET session_replication_role = 'replica'");
      await client.query(
        `INSERT INTO evidence (id, payment_id, cause, cause_id, content, hash, sealed_at)
         VALUES ($1, $1, 'dispute', $1, '{}', sha256('{ }'), now())`,
        [sharedId],
      );
      await client.query(
        `INSERT INTO payments (id, purchase_code, buyer_id, seller_id, service_id, product_name, type, price, photo_url,
           service_status, idempotency_key, expires_at)
         VALUES ($1, 'GLD-1', $1, $2, $2, 'Aula', 'call', 0, '', 'cancelled', 'x', now())`,
        [sharedId, SELLER_UID],
      );
      await client.query(
        `INSERT INTO payment_steps (id, payment_id, status, actor, seq, hash)
         VALUES ($1, $1, 'awaiting_payment', 'buyer', 1, sha256('x'))`,
        [sharedId],
      );
    });
    const { code, text } = await runCheck({ DATABASE_URL: database.url });
    expect(code).toBe(1);
    expect(text).toContain(
      `✗ Não vale: Cada passo de pedido está como foi gravado.\n    ${sharedId}\n`,
    );
    expect(text).toContain(
      `✗ Não vale: Nenhum passo de pedido falta, e nenhum foi posto depois.\n    ${sharedId}\n`,
    );
    expect(text).toContain(
      `✗ Não vale: Cada prova lacrada está como foi guardada e continua os passos do pedido.\n    ${sharedId}\n`,
    );
  });

  it('with other tables, or unreachable, is reported in one line without secrets', async () => {
    const bareDatabase = await createTestDatabase({ empty: true });
    expect(await runCheck({ DATABASE_URL: bareDatabase.url })).toEqual({
      code: 2,
      text: 'O banco não tem as tabelas desta versão. Inicie a Guilda uma vez para atualizá-lo.',
    });
    await bareDatabase.drop();
    const checkResult = await runCheck({
      DATABASE_URL: 'postgres://ana:segredo@127.0.0.1:1/guilda',
    });
    expect(checkResult.code).toBe(2);
    expect(checkResult.text).toMatch(/^Não foi possível ler o banco de dados: .+$/);
    expect(checkResult.text).not.toContain('segredo');
  });
});

describe('the embedded database of DATA_DIR', () => {
  it('is checked whether a program runs on it or not, and is not created when it does not exist', async () => {
    const folder = await mkdtemp(join(await fastestTempDir(), 'guilda-ledger-'));
    await chmod(folder, 0o755);
    const dataDir = join(folder, 'postgres');
    const PG_BIN = process.env['PG_BIN'] ?? '';
    try {
      expect(await runCheck({ DATA_DIR: folder, PG_BIN })).toEqual({
        code: 2,
        text: 'Não há banco de dados em DATA_DIR, e DATABASE_URL não aponta para nenhum.',
      });
      const binDir = PG_BIN || undefined;
      const options = { dataDir, binDir, durable: false, log: quietLog };
      const engine = await startEmbeddedPostgres(options);
      await migrate(engine.url, quietLog);
      expect(await runCheck({ DATA_DIR: folder, PG_BIN })).toMatchObject({ code: 0 });
      // The check leaves the running database open for its program.
      await withClient(engine.url, (client) => client.query('SELECT 1'));
      await engine.stop();
      expect(await runCheck({ DATA_DIR: folder, PG_BIN })).toMatchObject({ code: 0 });
      const restartedEngine = await startEmbeddedPostgres(options);
      await restartedEngine.stop();
    } finally {
      await removeEmbeddedPostgres(dataDir, quietLog).catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
