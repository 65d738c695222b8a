import { acquireMigrationsLock } from '../../platform/database/migrate.ts';
import { connectForBackup, destroySession, isProgramConnected } from '../connection.ts';
import { BackupError } from '../errors.ts';
import {
  createLocation,
  type DataLocation,
  type EnvironmentVariables,
  openLocationExclusively,
  readLocationSettings,
} from '../locations.ts';
import { type RestoredBackup, restoreFromStream } from '../restore/restore.ts';
import { createBackup } from '../write/write-backup.ts';
import { createByteCounter, formatPlural, formatSeconds } from './progress.ts';
import { printRestored } from './restore-command.ts';
import {
  abortableStream,
  type CommandContext,
  type CommandOptions,
  type ExitCode,
  parseCommandArgs,
  runCommand,
} from './run-command.ts';

const USAGE = 'MOVE_TO_DATABASE_URL=… [MOVE_TO_S3_BUCKET=… | MOVE_TO_FILES_DIR=…] npm run move';

const TARGET_PREFIX = 'MOVE_TO_';
/** Format of the names of settings that locate database and files, including the `_FILE` variants of secrets. */
const locationSettingPattern =
  /^(DATA_DIR|DATABASE_URL|DATABASE_DIRECT_URL|FILES_DIR|S3_[A-Z_]+?)(_FILE)?$/;
const filesSettingPattern = /^(DATA_DIR|FILES_DIR|S3_BUCKET)$/;

/**
 * The environment of the target. Its location settings are given as `MOVE_TO_…` variables and not as arguments, because
 * arguments show in process lists.
 */
export function targetEnvironment(env: EnvironmentVariables) {
  const targetEnv: Record<string, string | undefined> = {};
  const locationSettings: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (!locationSettingPattern.test(name) && !name.startsWith(TARGET_PREFIX))
      targetEnv[name] = value;
    if (!name.startsWith(TARGET_PREFIX)) continue;
    const plainName = name.slice(TARGET_PREFIX.length);
    if (!locationSettingPattern.test(plainName))
      throw new BackupError(`${name} não diz onde guardar algo. Uso: ${USAGE}`);
    targetEnv[plainName] = value;
    locationSettings.push(plainName);
  }
  if (!locationSettings.some((name) => /^(DATABASE_URL(_FILE)?|DATA_DIR)$/.test(name))) {
    throw new BackupError(`Diga para onde mudar. Uso: ${USAGE}`);
  }
  return {
    env: targetEnv,
    withFiles: locationSettings.some((name) => filesSettingPattern.test(name)),
  };
}

/**
 * Prevents Guilda from starting on the source until the returned function is called; throws if Guilda already runs on
 * the source.
 */
async function lockSource({ url }: DataLocation): Promise<() => Promise<void>> {
  const client = await connectForBackup(url, 'guilda-backup');
  try {
    // A starting program first takes this lock exclusively, so it has to wait while this session holds the lock.
    await acquireMigrationsLock(client, 'shared', { maxWaitMs: 60_000 });
    if (!(await isProgramConnected(client))) return () => destroySession(client);
    throw new BackupError(
      'A Guilda está em funcionamento no banco de origem: pare-a antes. Nada foi mudado.',
    );
  } catch (error) {
    await destroySession(client);
    throw error;
  }
}

async function moveData(context: CommandContext, source: DataLocation): Promise<RestoredBackup> {
  const { env, timers, printLine, signal } = context;
  const targetSettings = targetEnvironment(env);
  const releaseLock = await lockSource(source);
  try {
    const target = await createLocation(readLocationSettings(targetSettings.env));
    const files = targetSettings.withFiles ? source.files : null;
    const progress = {
      table: () => undefined,
      files: (count: number) => printLine(`Levando ${formatPlural(count, 'arquivo', 'arquivos')}…`),
    };
    printLine('Levando o banco…');
    const bytes = abortableStream(
      signal,
      createBackup({ url: source.url, files }, { progress, timers }),
    );
    const restoredBackup = await restoreFromStream(bytes, target, {
      bytes: createByteCounter(timers, printLine),
    }).catch(async (error: unknown) => {
      await target.abandon();
      throw error;
    });
    await target.close();
    return restoredBackup;
  } finally {
    await releaseLock();
  }
}

/**
 * `npm run move`: copies everything to another database, and the files to another location if one is given, without an
 * intermediate file. The source is not changed.
 * @returns exit code: 0 everything moved, 1 moved but something was missing, 2 nothing moved
 */
export function moveCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async (context) => {
    const { env, printLine, timers } = context;
    parseCommandArgs(options.args, {}, USAGE);
    targetEnvironment(env);
    const startedAt = timers.now();
    const source = await openLocationExclusively(readLocationSettings(env));
    const moveResult = await moveData(context, source).finally(() => source.close());
    const exitCode = printRestored(moveResult, printLine);
    printLine(`Mudado em ${formatSeconds(timers.now() - startedAt)}.`);
    printLine('Agora inicie a Guilda com o novo lugar nas configurações, sem o MOVE_TO_.');
    printLine('O lugar antigo ficou como estava: não inicie mais a Guilda nele.');
    return exitCode;
  });
}
