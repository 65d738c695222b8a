import { dirname, join } from 'node:path';
import type { DataSettings } from '../../config/index.ts';
import { backupFileName, deleteOldBackups } from '../archive/backup-file.ts';
import { encrypt } from '../archive/encryption.ts';
import type { BackupHead, BackupManifest } from '../archive/format.ts';
import { BackupError } from '../errors.ts';
import { openLocation, readLocationSettings } from '../locations.ts';
import { recordBackup } from '../write/record-backup.ts';
import { createBackup } from '../write/write-backup.ts';
import {
  createByteCounter,
  describeContents,
  formatBytes,
  formatPlural,
  formatSeconds,
  printMissingFiles,
} from './progress.ts';
import {
  abortableStream,
  type CommandContext,
  type ExitCode,
  type FileCommandOptions,
  parseCommandArgs,
  runCommand,
  writeTo,
} from './run-command.ts';

const USAGE = 'npm run backup -- [--out ARQUIVO|-] [--keep-days DIAS]';

function parseDays(text: string | undefined): number | null {
  if (text === undefined) return null;
  const days = Number(text);
  if (Number.isInteger(days) && days > 0) return days;
  throw new BackupError('--keep-days é um número de dias, de 1 em diante.');
}

/** Writes the backup to a file or to standard output; returns its head, manifest and size. */
async function writeBackupTo(
  { timers, printLine, signal }: CommandContext,
  settings: DataSettings,
  writeBytes: (bytes: AsyncIterable<Uint8Array>) => Promise<number>,
) {
  let writtenBackup: { head: BackupHead; manifest: BackupManifest } | undefined;
  let head: BackupHead | undefined;
  const countBytes = createByteCounter(timers, printLine);
  const progress = {
    head: (backupHead: BackupHead) => {
      head = backupHead;
      printLine(
        `Copiando o banco como está agora (${formatPlural(backupHead.tables.length, 'tabela', 'tabelas')})…`,
      );
    },
    files: (files: number) => printLine(`Copiando ${formatPlural(files, 'arquivo', 'arquivos')}…`),
    bytes: countBytes,
    done: (manifest: BackupManifest) => {
      if (head) writtenBackup = { head, manifest };
    },
  };
  const location = await openLocation(settings);
  try {
    const unencryptedBytes = abortableStream(signal, createBackup(location, { progress, timers }));
    const bytes = await writeBytes(
      settings.backupKey ? encrypt(unencryptedBytes, settings.backupKey) : unencryptedBytes,
    );
    if (!writtenBackup) throw new Error('a backup without an end');
    await recordBackup(location.url).catch(() =>
      printLine(
        'O banco não pôde anotar que esta cópia foi feita: o alarme de cópias velhas não a conta.',
      ),
    );
    return { ...writtenBackup, bytes };
  } finally {
    await location.close();
  }
}

/**
 * Awaits `writing`, then deletes expired backups, also after a failure: a disk that cannot hold one more backup would
 * otherwise never have room again. The failure of `writing` is the one that is reported.
 */
async function deleteExpiredAfter<T>(
  writing: Promise<T>,
  deleteExpired: () => Promise<void>,
): Promise<T> {
  const result = await writing.catch(async (error: unknown) => {
    await deleteExpired().catch(() => undefined);
    throw error;
  });
  await deleteExpired();
  return result;
}

/**
 * `npm run backup`: writes database and files, consistent as of one moment, into one file, also while the program runs.
 * @returns exit code: 0 backup made, 1 backup made but a referenced file is missing, 2 no backup made
 */
export function backupCommand(options: FileCommandOptions): Promise<ExitCode> {
  return runCommand(options, async (context) => {
    const { clock, timers, printLine, env } = context;
    const flags = { out: { type: 'string' }, 'keep-days': { type: 'string' } } as const;
    const args = parseCommandArgs(options.args, flags, USAGE);
    const days = parseDays(args['keep-days']);
    const settings = readLocationSettings(env);
    const fileName = backupFileName(clock.now(), settings.backupKey !== null);
    const outPath = args.out ?? join(settings.dataDir, 'backups', fileName);
    if (outPath === '-' && days !== null)
      throw new BackupError('--keep-days precisa de uma pasta.');
    const startedAt = timers.now();
    const { head, manifest, bytes } = await deleteExpiredAfter(
      writeBackupTo(context, settings, writeTo(options, outPath)),
      async () => {
        if (outPath === '-') return;
        for (const deletedName of await deleteOldBackups(dirname(outPath), days, clock))
          printLine(`Apagada: ${deletedName}`);
      },
    );
    printMissingFiles(manifest, printLine);
    printLine(
      `✓ ${describeContents(head, manifest)}: ${formatBytes(bytes)} em ${formatSeconds(timers.now() - startedAt)}.`,
    );
    if (!settings.backupKey)
      printLine('Não está cifrada: defina BACKUP_KEY para cifrar as próximas.');
    if (outPath !== '-') printLine(outPath);
    return manifest.files.missing.length > 0 ? 1 : 0;
  });
}
