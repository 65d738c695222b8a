import { chown, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFileStore } from '../../composition/files.ts';
import { readArchiverStatus } from '../../platform/database/archiver.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { systemClock } from '../../ports/clock.ts';
import { connectForBackup, destroySession } from '../connection.ts';
import { checkFilesOfTime } from '../drill/verify-files-of-time.ts';
import { checkRestoredLedger } from '../drill/verify-restored.ts';
import { BackupError } from '../errors.ts';
import { quietLog, readLocationSettings } from '../locations.ts';
import {
  type ClusterBackup,
  readStanza,
  restoreCluster,
  type Stanza,
} from '../point-in-time/pgbackrest.ts';
import { findProgramAccount, type ProgramAccount } from '../point-in-time/program-account.ts';
import {
  chooseBackup,
  formatTime,
  notArchivedError,
  parseRecoveryTime,
} from '../point-in-time/recovery-time.ts';
import {
  findPostgresOf,
  type ScratchCluster,
  startScratchCluster,
} from '../point-in-time/scratch-cluster.ts';
import { formatSeconds } from './progress.ts';
import { reportProgramStart } from './report-program-start.ts';
import type { CommandContext, ExitCode } from './run-command.ts';

/** Everything that is known before something is restored. */
interface RecoveryPlan {
  readonly at: Date;
  readonly stanza: Stanza;
  readonly backup: ClusterBackup;
  readonly postgresPath: string;
  readonly databaseUrl: string;
  readonly account: ProgramAccount;
}

/** Throws when the current database answers that its newest archived WAL is older than the time `at`. */
async function assertArchived(databaseUrl: string, at: Date): Promise<void> {
  const client = await connectForBackup(databaseUrl, 'guilda-restore').catch(() => null);
  if (!client) return;
  const { lastArchivedAt } = await readArchiverStatus(client).finally(() => destroySession(client));
  if (lastArchivedAt && lastArchivedAt < at)
    throw notArchivedError(at, `o mais novo foi guardado em ${formatTime(lastArchivedAt)}`);
}

/** Checks everything that can be checked before the restore; throws `BackupError`. */
async function planRecovery(context: CommandContext, atText: string): Promise<RecoveryPlan> {
  const { env, clock, signal } = context;
  const at = parseRecoveryTime(atText, clock.now());
  const { databaseUrl, pgBin, bucket, filesDir } = readLocationSettings(env);
  if (!databaseUrl)
    throw new BackupError('--at precisa de DATABASE_URL: o banco embutido não arquiva WAL.');
  // Checked here, because opening the file store later would create a missing folder, possibly owned by root.
  if (!bucket && !(await stat(filesDir).catch(() => null)))
    throw new BackupError(`A pasta dos arquivos não existe: ${filesDir}. Confira FILES_DIR.`);
  const account = await findProgramAccount();
  const stanza = await readStanza({ env, account, signal });
  const backup = chooseBackup(stanza, at);
  const postgresPath = await findPostgresOf(backup.postgresVersion, pgBin);
  await assertArchived(databaseUrl, at);
  return { at, stanza, backup, postgresPath, databaseUrl, account };
}

/** Runs work and prints how long it took. */
async function runAndPrintDuration<T>(
  { timers, printLine }: CommandContext,
  text: string,
  work: () => Promise<T>,
): Promise<T> {
  const startedAt = timers.now();
  const result = await work();
  printLine(`${text} em ${formatSeconds(timers.now() - startedAt)}.`);
  return result;
}

async function recoverToTime(context: CommandContext, plan: RecoveryPlan, folder: string) {
  const { env, signal, printLine } = context;
  const { at, account, backup } = plan;
  printLine(`Ensaiando ${formatTime(at)}, a partir da cópia ${backup.label} do pgBackRest…`);
  await runAndPrintDuration(context, 'Cópia restaurada', () =>
    restoreCluster({ ...plan, folder }, { env, account, signal }),
  );
  const cluster = await runAndPrintDuration(context, 'WAL aplicado', () =>
    startScratchCluster({ ...plan, folder, env, signal }),
  );
  const { latestCommit } = cluster;
  printLine(
    latestCommit
      ? `✓ O último commit antes dessa hora é de ${latestCommit.toISOString()}.`
      : '✓ Não houve commit entre a cópia e essa hora.',
  );
  return cluster;
}

/** Checks the recovered database and the files that its rows reference, and starts the program on that database. */
async function verifyRecovered(
  context: CommandContext,
  { url }: ScratchCluster,
  { databaseUrl, folder }: Pick<RecoveryPlan, 'databaseUrl'> & { folder: string },
): Promise<boolean> {
  const { env, printLine } = context;
  const files = await openFileStore(readLocationSettings(env), systemClock);
  const outcomes = await runAndPrintDuration(context, 'Conferido', async () => {
    // The recovered database may lack recent migrations, and the checks read the newest tables.
    await migrate(url, quietLog);
    return [
      await checkRestoredLedger({ url }, printLine),
      await checkFilesOfTime({ url, currentUrl: databaseUrl, files }, printLine),
    ];
  });
  return (await reportProgramStart(context, { url, folder })) && outcomes.every(Boolean);
}

/** Creates a folder that only an account and root can enter. */
async function createPrivateFolder({ uid, gid }: ProgramAccount): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-drill-'));
  if (uid !== undefined) await chown(folder, uid, gid ?? uid);
  return folder;
}

/**
 * `npm run drill -- --at TIME`: restores the whole cluster as it was at a time from the backups and the WAL of
 * pgBackRest, into a temporary cluster, verifies it with the current files and starts the program on it.
 * @returns exit code: 0 all checks passed, 1 a check failed
 * @throws BackupError when the time cannot be reached
 */
export async function drillAt(context: CommandContext, atText: string): Promise<ExitCode> {
  const { printLine, timers } = context;
  const startedAt = timers.now();
  const plan = await planRecovery(context, atText);
  const folder = await createPrivateFolder(plan.account);
  try {
    const cluster = await recoverToTime(context, plan, folder);
    const isSound = await verifyRecovered(context, cluster, { ...plan, folder }).finally(() =>
      cluster.stop(),
    );
    printLine(`Ao todo ${formatSeconds(timers.now() - startedAt)}.`);
    printLine(isSound ? 'Volta-se a essa hora.' : 'Há algo a ver: veja os ✗ acima.');
    return isSound ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
