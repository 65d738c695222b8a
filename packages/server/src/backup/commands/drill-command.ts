import { decrypt } from '../archive/encryption.ts';
import type { BackupHead } from '../archive/format.ts';
import { createDrillLocation, type DrillLocation } from '../drill/drill-location.ts';
import { verifyRestored } from '../drill/verify-restored.ts';
import { BackupError } from '../errors.ts';
import { openLocation, readLocationSettings } from '../locations.ts';
import { type RestoredBackup, restoreFromStream } from '../restore/restore.ts';
import { createBackup } from '../write/write-backup.ts';
import { drillAt } from './drill-at.ts';
import { createByteCounter, describeOrigin, formatSeconds } from './progress.ts';
import { reportProgramStart } from './report-program-start.ts';
import { printRestored, readBackupFile } from './restore-command.ts';
import {
  abortableStream,
  type CommandContext,
  type CommandOptions,
  type ExitCode,
  parseCommandArgs,
  runCommand,
} from './run-command.ts';

const USAGE = 'npm run drill -- [--from ARQUIVO | --at HORA]';
const DRILL_OPTIONS = { from: { type: 'string' }, at: { type: 'string' } } as const;

/** Restores a backup file, or a copy of the current data, into the drill location. */
async function restoreForDrill(
  context: CommandContext,
  backupPath: string | undefined,
  location: DrillLocation,
) {
  const { env, timers, printLine, signal } = context;
  const settings = readLocationSettings(env);
  const progress = {
    head: (head: BackupHead) => printLine(`Ensaiando com ${describeOrigin(head)}…`),
    bytes: createByteCounter(timers, printLine),
  };
  if (backupPath !== undefined) {
    const bytes = decrypt(abortableStream(signal, readBackupFile(backupPath)), settings.backupKey);
    return restoreFromStream(bytes, location, progress);
  }
  const source = await openLocation(settings);
  try {
    return await restoreFromStream(
      abortableStream(signal, createBackup(source, { timers })),
      location,
      progress,
    );
  } finally {
    await source.close();
  }
}

/** Verifies the restored data and starts the program on it. */
async function verifyAndTry(
  context: CommandContext,
  location: DrillLocation,
  restoredBackup: RestoredBackup,
) {
  const isSound = await verifyRestored(location, restoredBackup, context.printLine);
  return (await reportProgramStart(context, location)) && isSound;
}

/** Restores a backup file, or a copy of the current data, and verifies it. */
async function drillBackup(context: CommandContext, from: string | undefined): Promise<ExitCode> {
  const { printLine, timers, env } = context;
  const startedAt = timers.now();
  const location = await createDrillLocation(readLocationSettings(env));
  try {
    const restoredBackup = await restoreForDrill(context, from, location);
    printLine(`Restaurado em ${formatSeconds(timers.now() - startedAt)}.`);
    const isComplete = printRestored(restoredBackup, printLine) === 0;
    const isSound = (await verifyAndTry(context, location, restoredBackup)) && isComplete;
    printLine(isSound ? 'A cópia serve.' : 'Há algo a ver: veja os ✗ acima.');
    return isSound ? 0 : 1;
  } finally {
    await location.remove();
  }
}

/**
 * `npm run drill`: restores a backup, a copy of the current data, or with `--at` the cluster as it was at a given time,
 * into a temporary location, verifies the restored data and starts the program on it.
 * @returns exit code: 0 all checks passed, 1 a check failed, 2 the drill could not run
 */
export function drillCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async (context) => {
    const { from, at } = parseCommandArgs(options.args, DRILL_OPTIONS, USAGE);
    if (at === undefined) return drillBackup(context, from);
    if (from !== undefined) throw new BackupError(`Uso: ${USAGE}`);
    return drillAt(context, at);
  });
}
