import { brasiliaDayOf } from '@guilda/contract/brasilia-day';
import { encrypt } from './backup/archive/encryption.ts';
import { openProgramEncryption } from './backup/commands/program-encryption.ts';
import {
  type ExitCode,
  type FileCommandOptions,
  parseCommandArgs,
  runCommand,
  writeTo,
} from './backup/commands/run-command.ts';
import { BackupError } from './backup/errors.ts';
import {
  type EnvironmentVariables,
  openLocation,
  quietLog,
  readLocationSettings,
} from './backup/locations.ts';
import { recordAuditEntry } from './modules/moderation/index.ts';
import {
  createSellersReport,
  LedgerDifferenceError,
  type MonthOfYear,
  monthText,
} from './modules/wallet/index.ts';
import { createDatabase } from './platform/database/pool.ts';
import { systemIds as ids } from './ports/ids.ts';

const USAGE = 'npm run sellers-report -- --month AAAA-MM --out ARQUIVO|-';

/** Parses the month of `--month`, which must have ended in Brasília time. */
function parseMonth(text: string | undefined, today: string): MonthOfYear {
  const [, year, month] = /^(20\d\d)-(0[1-9]|1[0-2])$/.exec(text ?? '') ?? [];
  if (year === undefined || month === undefined) throw new BackupError(`Uso: ${USAGE}`);
  if (`${year}-${month}` >= today.slice(0, 7)) {
    throw new BackupError(`${text} ainda não terminou: peça o arquivo depois do último dia.`);
  }
  return { year: Number(year), month: Number(month) };
}

/** Creates the content of the report. An entry in the audit log is committed before the content is returned. */
async function createLoggedReport(url: string, env: EnvironmentVariables, month: MonthOfYear) {
  const dataEncryption = openProgramEncryption(env);
  const database = createDatabase(url, { max: 1, log: quietLog });
  try {
    const id = ids.uuid();
    const report = await createSellersReport({ database, dataEncryption })(id, month);
    await database.transaction((tx) =>
      recordAuditEntry({ ids })(tx, {
        actorId: null,
        action: 'export_sellers',
        subject: { kind: 'sellers_report', id },
        reason: `Vendas por vendedor de ${monthText(month)}, pedidas no servidor.`,
      }),
    );
    return report;
  } catch (error) {
    if (!(error instanceof LedgerDifferenceError)) throw error;
    throw new BackupError(
      'As somas não são as do livro: rode npm run ledger:check. Nada foi feito.',
    );
  } finally {
    await database.close();
  }
}

async function* toByteStream(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/**
 * `npm run sellers-report`: writes what all sellers earned in a month, with names and CPF, to a file that is encrypted
 * like backups.
 * @returns exit code: 0 when the file was written, else 2
 */
export function sellersReportCommand(options: FileCommandOptions): Promise<ExitCode> {
  return runCommand(options, async ({ clock, printLine, env }) => {
    const flags = { month: { type: 'string' }, out: { type: 'string' } } as const;
    const { month: requestedMonth, out } = parseCommandArgs(options.args, flags, USAGE);
    if (out === undefined) throw new BackupError(`Uso: ${USAGE}`);
    const month = parseMonth(requestedMonth, brasiliaDayOf(clock.now()));
    const settings = readLocationSettings(env);
    if (settings.backupKey === null)
      throw new BackupError('Defina BACKUP_KEY: sem ela o arquivo com CPF não pode ser cifrado.');
    const location = await openLocation(settings);
    try {
      const { csv, sellerCount, unnamedSellerCount } = await createLoggedReport(
        location.url,
        env,
        month,
      );
      const bytes = encrypt(toByteStream(csv), settings.backupKey);
      await writeTo(options, out)(bytes);
      printLine(`✓ Vendas de ${monthText(month)}: ${sellerCount} com movimento, iguais ao livro.`);
      if (unnamedSellerCount > 0)
        printLine(
          `${unnamedSellerCount} sem nome e CPF: sem cadastro de saque, ou com a conta encerrada.`,
        );
      return 0;
    } finally {
      await location.close();
    }
  });
}
