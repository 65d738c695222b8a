import { join } from 'node:path';
import pg from 'pg';
import { type DataSettings, readDataSettings } from './config/index.ts';
import { checkEvidence, type EvidenceRule } from './modules/evidence/index.ts';
import { checkStepChains, type StepChainRule } from './modules/orders/index.ts';
import { checkLedger, type LedgerReport, type LedgerRule } from './modules/wallet/index.ts';
import { isEmbeddedDatabaseError, loadEmbeddedPostgres } from './platform/database/embedded.ts';
import { type DatabaseLog, errorMessageOf } from './platform/database/log.ts';
import type { Db } from './platform/database/pool.ts';
import { drizzle } from './platform/database/query-builder.ts';

type CheckedRule = LedgerRule | StepChainRule | EvidenceRule;

/** The report about the ledger, the hash chains of the orders' steps, and the sealed evidence, with all violations. */
export interface CheckReport extends Pick<LedgerReport, 'counts' | 'total'> {
  /** Violated rules, each with the ids of the rows that violate it. */
  readonly broken: readonly { readonly rule: CheckedRule; readonly ids: readonly string[] }[];
}

/** Description of each rule, in Portuguese for the operator. */
const ruleDescriptions: Readonly<Record<CheckedRule, string>> = {
  sum: 'Cada transação soma zero.',
  shape: 'Cada movimento passa pelas contas do seu tipo.',
  time: 'Cada lançamento tem a hora da sua transação.',
  balance: 'Cada saldo guardado é a soma dos seus lançamentos.',
  overdrawn: 'Nenhuma conta está abaixo de zero, além das dívidas, e nenhuma dívida está acima.',
  order: 'O dinheiro de cada pedido está onde o estado dele diz.',
  withdrawal: 'O dinheiro de cada saque está onde o estado dele diz.',
  chargeback: 'Cada contestação moveu o valor que ela registra.',
  step: 'Cada passo de pedido está como foi gravado.',
  chain: 'Nenhum passo de pedido falta, e nenhum foi posto depois.',
  evidence: 'Cada prova lacrada está como foi guardada e continua os passos do pedido.',
};

/** Maximum number of printed ids for one violated rule; further ids are only counted. */
const MAX_PRINTED_IDS = 50;

export interface LedgerCheckOptions {
  /** Environment with `DATABASE_URL` or `DATABASE_URL_FILE`, or `DATA_DIR` (and `PG_BIN`) for the embedded database. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly printLine: (line: string) => void;
}

const countFormat = new Intl.NumberFormat('pt-BR');

const silentLog: DatabaseLog = { debug() {}, info() {}, warn() {}, error() {} };

function formatIds(ids: readonly string[]): string[] {
  const unprintedCount = ids.length - MAX_PRINTED_IDS;
  const printedLines = ids.slice(0, MAX_PRINTED_IDS).map((id) => `    ${id}`);
  return unprintedCount > 0
    ? [...printedLines, `    … e mais ${countFormat.format(unprintedCount)}`]
    : printedLines;
}

function printReport(
  { counts, total, broken }: CheckReport,
  printLine: (line: string) => void,
): void {
  const countText = (name: keyof LedgerReport['counts']) => countFormat.format(counts[name]);
  printLine(
    `Lidos num só retrato do banco: ${countText('transactions')} transações, ${countText('entries')} lançamentos,`,
  );
  printLine(
    `${countText('accounts')} saldos, ${countText('orders')} pedidos, ${countText('withdrawals')} saques e ${countText('chargebacks')} contestações.`,
  );
  for (const [rule, proof] of Object.entries(ruleDescriptions)) {
    const violation = broken.find((violated) => violated.rule === rule);
    printLine(violation ? `✗ Não vale: ${proof}` : `✓ ${proof}`);
    for (const line of formatIds(violation?.ids ?? [])) printLine(line);
  }
  printLine(
    total === 0
      ? '✓ O total de todas as contas é zero.'
      : `✗ O total de todas as contas é de ${countFormat.format(total)} centavos, não zero.`,
  );
}

/** Checks the ledger, the hash chains of the orders' steps, and the sealed evidence, in the caller's transaction. */
export async function checkLedgerAndChains(db: Db): Promise<CheckReport> {
  const { broken, ...ledger } = await checkLedger(db);
  return {
    ...ledger,
    broken: [...broken, ...(await checkStepChains(db)), ...(await checkEvidence(db))],
  };
}

/** Runs all checks in one read-only snapshot, so that writes of a running program do not affect the result. */
async function readReport(url: string): Promise<CheckReport> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'guilda-ledger-check',
    connectionTimeoutMillis: 10_000,
  });
  // This listener keeps a connection error between queries from crashing the process; the next query reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await drizzle({ client }).transaction(checkLedgerAndChains, {
      isolationLevel: 'repeatable read',
      accessMode: 'read only',
    });
  } finally {
    await client.end();
  }
}

async function openDatabaseUrl({ databaseUrl, dataDir, pgBin }: DataSettings) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} };
  const binDir = pgBin ?? undefined;
  const { connectToEmbeddedPostgres } = await loadEmbeddedPostgres();
  return connectToEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), binDir, log: silentLog });
}

/**
 * SQLSTATEs for a missing table, column or function, which mean that the database belongs to another version of the
 * program.
 */
const SCHEMA_MISMATCH = /^(42P01|42703|42883)$/;

/** Describes in one line why the ledger could not be checked. */
function explainFailure(error: unknown): string {
  if (isEmbeddedDatabaseError(error)) return error.message;
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (typeof code === 'string' && SCHEMA_MISMATCH.test(code)) {
    return 'O banco não tem as tabelas desta versão. Inicie a Guilda uma vez para atualizá-lo.';
  }
  return `Não foi possível ler o banco de dados: ${errorMessageOf(cause) || String(code)}`;
}

/**
 * Checks the ledger of a database, also while the program runs, and prints the results.
 * @returns exit code: 0 for no violations, 1 for violations (printed with their ids), 2 when nothing could be checked
 */
export async function ledgerCheck({ env, printLine }: LedgerCheckOptions): Promise<0 | 1 | 2> {
  const dataSettings = readDataSettings(env);
  if ('problems' in dataSettings) {
    for (const line of ['Estas configurações não servem:', ...dataSettings.problems])
      printLine(line);
    return 2;
  }
  try {
    const engine = await openDatabaseUrl(dataSettings.settings);
    if (!engine) {
      printLine('Não há banco de dados em DATA_DIR, e DATABASE_URL não aponta para nenhum.');
      return 2;
    }
    const report = await readReport(engine.url).finally(() => engine.stop());
    printReport(report, printLine);
    const isSound = report.total === 0 && report.broken.length === 0;
    printLine(isSound ? 'Nada fora do lugar.' : 'Há algo fora do lugar: veja os ids acima.');
    return isSound ? 0 : 1;
  } catch (error) {
    printLine(explainFailure(error));
    return 2;
  }
}
