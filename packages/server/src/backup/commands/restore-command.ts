import { createReadStream } from 'node:fs';
import { decrypt } from '../archive/encryption.ts';
import { BackupError } from '../errors.ts';
import { createLocation, readLocationSettings } from '../locations.ts';
import { type RestoredBackup, restoreFromStream } from '../restore/restore.ts';
import {
  createByteCounter,
  describeContents,
  describeOrigin,
  formatSeconds,
  type PrintLine,
  printMissingFiles,
} from './progress.ts';
import {
  abortableStream,
  type CommandContext,
  type CommandOptions,
  type ExitCode,
  parseCommandArgs,
  runCommand,
} from './run-command.ts';

const USAGE = 'npm run restore -- --from ARQUIVO|-';

export interface RestoreCommandOptions extends CommandOptions {
  /** Standard input, for `--from -`. */
  readonly readIn: AsyncIterable<Uint8Array>;
}

/** Reads a backup file; throws `BackupError` naming a file that cannot be read. */
export async function* readBackupFile(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
  } catch (error) {
    const code = Reflect.get(error as object, 'code');
    throw new BackupError(`Não foi possível ler ${path} (${String(code)}).`);
  }
}

/** Prints the result of a restore; returns exit code 1 when something was missing, else 0. */
export function printRestored(
  { head, manifest, skippedTables }: RestoredBackup,
  printLine: PrintLine,
): ExitCode {
  printMissingFiles(manifest, printLine);
  for (const name of skippedTables)
    printLine(`✗ ${name} não é uma tabela da Guilda: ficou de fora.`);
  const backupDate = new Date(head.at).toLocaleString('pt-BR', { timeZone: 'UTC' });
  printLine(
    `✓ ${describeContents(head, manifest)}, como estavam em ${backupDate} (UTC), conferidos um a um.`,
  );
  return manifest.files.missing.length + skippedTables.length > 0 ? 1 : 0;
}

async function restoreBackup(
  context: CommandContext,
  bytes: AsyncIterable<Uint8Array>,
): Promise<RestoredBackup> {
  const { env, printLine, timers, signal } = context;
  const settings = readLocationSettings(env);
  const decryptedBytes = decrypt(abortableStream(signal, bytes), settings.backupKey);
  const location = await createLocation(settings);
  const restoredBackup = await restoreFromStream(decryptedBytes, location, {
    head: (head) => printLine(`Restaurando ${describeOrigin(head)}…`),
    bytes: createByteCounter(timers, printLine),
  }).catch(async (error: unknown) => {
    await location.abandon();
    throw error;
  });
  await location.close();
  return restoredBackup;
}

/**
 * `npm run restore`: restores a backup into the empty location of the settings.
 * @returns exit code: 0 restored, 1 restored but something was missing in the backup, 2 not restored
 */
export function restoreCommand(options: RestoreCommandOptions): Promise<ExitCode> {
  return runCommand(options, async (context) => {
    const { printLine, timers } = context;
    const { from } = parseCommandArgs(options.args, { from: { type: 'string' } } as const, USAGE);
    if (!from) throw new BackupError(`Uso: ${USAGE}`);
    const startedAt = timers.now();
    const restoredBackup = await restoreBackup(
      context,
      from === '-' ? options.readIn : readBackupFile(from),
    );
    const exitCode = printRestored(restoredBackup, printLine);
    printLine(`Restaurado em ${formatSeconds(timers.now() - startedAt)}.`);
    return exitCode;
  });
}
