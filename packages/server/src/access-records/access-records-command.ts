import { limits } from '@guilda/contract/limits';
import { openProgramEncryption } from '../backup/commands/program-encryption.ts';
import { type CommandOptions, type ExitCode, runCommand } from '../backup/commands/run-command.ts';
import { BackupError } from '../backup/errors.ts';
import { openDatabaseServer, quietLog, readLocationSettings } from '../backup/locations.ts';
import { type OpenedAccessRecords, openAccessRecords } from '../modules/access-records/index.ts';
import { recordAuditEntry } from '../modules/moderation/index.ts';
import { findAccountUid } from '../modules/users/index.ts';
import { createDatabase, type Database } from '../platform/database/pool.ts';
import { systemIds } from '../ports/ids.ts';
import { type AccessRecordsRequest, parseAccessRecordsArguments } from './command-arguments.ts';
import { formatRecordsAsCsv, formatRecordsAsText } from './format-records.ts';
import { createKeyPair, type ReadStandardInput, readPrivateKeys } from './private-keys.ts';

export interface AccessRecordsCommandOptions extends CommandOptions {
  readonly readInput: ReadStandardInput;
  /** Prints a line of the result to standard output; `printLine` prints all other messages. */
  readonly print: (line: string) => void;
}

type OpenRecordsRequest = Extract<AccessRecordsRequest, { action: 'open' }>;

async function openRecords(
  database: Database,
  request: OpenRecordsRequest,
  { env, readInput }: Pick<AccessRecordsCommandOptions, 'env' | 'readInput'>,
): Promise<OpenedAccessRecords> {
  const copyEncryption = request.addToDataExport ? openProgramEncryption(env) : null;
  const decryptText = await readPrivateKeys(request.keyFile, readInput);
  const uid = await findAccountUid(database.db, request.person);
  if (uid === null) throw new BackupError(`Não há conta com o uid ou nome ${request.person}.`);
  const deps = { database, decryptText, recordAuditEntry: recordAuditEntry({ ids: systemIds }) };
  const { period, reason } = request;
  const openResult = await openAccessRecords(deps)({ ...period, uid, reason, copyEncryption });
  if (openResult.ok) return openResult.value;
  throw new BackupError('Esta chave não abre os registros deste período: eles são de outra.');
}

function printSummary(
  { records, unopenedBatchCount }: OpenedAccessRecords,
  { csv, addToDataExport }: OpenRecordsRequest,
  { print, printLine }: AccessRecordsCommandOptions,
): ExitCode {
  if (!addToDataExport)
    for (const line of csv ? formatRecordsAsCsv(records) : formatRecordsAsText(records))
      print(line);
  printLine(`Registros: ${records.length}. A abertura está no registro de ações da equipe.`);
  if (addToDataExport)
    printLine(
      `Eles estão na cópia de dados da pessoa por ${limits.kept.accessRecordCopyDays} dias (acessos.json).`,
    );
  if (unopenedBatchCount === 0) return 0;
  printLine(`${unopenedBatchCount} lotes deste período são de outra chave e ficaram fechados.`);
  return 1;
}

/**
 * `npm run access-records`: opens a person's access records of a period with the private key. It prints them or adds
 * them to the person's data export, and writes the opening to the audit log (docs/operations.md).
 * @returns exit code: 0 when all records were opened, 1 when some need another key, 2 when the command failed
 */
export function accessRecordsCommand(options: AccessRecordsCommandOptions): Promise<ExitCode> {
  return runCommand(options, async ({ env, printLine }) => {
    const request = parseAccessRecordsArguments(options.args);
    if (request.action === 'make-key') {
      options.print(await createKeyPair(request.file));
      printLine(
        `A chave privada está em ${request.file}: guarde-a longe do servidor, em dois lugares.`,
      );
      printLine('A pública, acima, é para ACCESS_RECORDS_RECIPIENTS.');
      return 0;
    }
    const server = await openDatabaseServer(readLocationSettings(env));
    const database = createDatabase(server.url, { max: 2, log: quietLog });
    try {
      return printSummary(await openRecords(database, request, options), request, options);
    } finally {
      await database.close();
      await server.stop();
    }
  });
}
