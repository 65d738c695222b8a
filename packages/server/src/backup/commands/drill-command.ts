import { decrypt } from '../archive/encryption.ts';
import type { BackupHead } from '../archive/format.ts';
import { createDrillLocation, type DrillLocation } from '../drill/drill-location.ts';
import { startAndProbeProgram } from '../drill/try-program.ts';
import { verifyRestored } from '../drill/verify-restored.ts';
import { openLocation, readLocationSettings } from '../locations.ts';
import { type RestoredBackup, restoreFromStream } from '../restore/restore.ts';
import { createBackup } from '../write/write-backup.ts';
import { createByteCounter, describeOrigin, formatSeconds } from './progress.ts';
import { printRestored, readBackupFile } from './restore-command.ts';
import {
  abortableStream,
  type CommandContext,
  type CommandOptions,
  type ExitCode,
  parseCommandArgs,
  runCommand,
} from './run-command.ts';

const USAGE = 'npm run drill -- [--from ARQUIVO]';

/** Restores a backup file, or a copy of the current data, into the drill location. */
async function restoreForDrill(
  command: CommandContext,
  backupPath: string | undefined,
  location: DrillLocation,
) {
  const { env, timers, printLine, signal } = command;
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
  command: CommandContext,
  location: DrillLocation,
  restored: RestoredBackup,
) {
  const { printLine, timers } = command;
  const isSound = await verifyRestored(location, restored, printLine);
  const startedAt = timers.now();
  const status = await startAndProbeProgram(location).catch((error: unknown) => {
    printLine(`✗ A Guilda não começou com o que foi restaurado: ${String(error)}`);
    return 0;
  });
  const duration = formatSeconds(timers.now() - startedAt);
  if (status === 200)
    printLine(`✓ A Guilda começou com o que foi restaurado (/readyz: 200, ${duration}).`);
  else if (status > 0) printLine(`✗ A Guilda começou, mas /readyz respondeu ${status}.`);
  return isSound && status === 200;
}

/**
 * `npm run drill`: restores a backup, or a copy of the current data, into a temporary location, verifies all of it and
 * starts the program on it.
 * @returns exit code: 0 all checks passed, 1 a check failed, 2 the drill could not run
 */
export function drillCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { printLine, timers, env } = command;
    const { from } = parseCommandArgs(options.args, { from: { type: 'string' } } as const, USAGE);
    const startedAt = timers.now();
    const location = await createDrillLocation(readLocationSettings(env));
    try {
      const restored = await restoreForDrill(command, from, location);
      printLine(`Restaurado em ${formatSeconds(timers.now() - startedAt)}.`);
      const isComplete = printRestored(restored, printLine) === 0;
      const isSound = (await verifyAndTry(command, location, restored)) && isComplete;
      printLine(isSound ? 'A cópia serve.' : 'Há algo a ver: veja os ✗ acima.');
      return isSound ? 0 : 1;
    } finally {
      await location.remove();
    }
  });
}
