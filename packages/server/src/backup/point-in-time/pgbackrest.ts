import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { BackupError } from '../errors.ts';
import type { EnvironmentVariables } from '../locations.ts';
import { childEnvironment, type ProgramAccount } from './program-account.ts';

const execFileAsync = promisify(execFile);

/** A backup of the whole cluster that pgBackRest made. */
export interface ClusterBackup {
  readonly label: string;
  /** Time at which the backup ended; a recovery from this backup can reach no earlier time. */
  readonly finishedAt: Date;
  /** Major version of PostgreSQL that made the cluster. */
  readonly postgresVersion: string;
}

/** The backups of one cluster in the repository; pgBackRest calls them a stanza. */
export interface Stanza {
  readonly name: string;
  /** All backups of the cluster, oldest first. */
  readonly backups: readonly ClusterBackup[];
}

/** How pgBackRest is started. */
export interface PgBackRestOptions {
  readonly env: EnvironmentVariables;
  readonly account: ProgramAccount;
  readonly signal?: AbortSignal | undefined;
}

/** The used part of what `pgbackrest info --output=json` prints. */
const stanzaList = z.array(
  z.object({
    name: z.string(),
    db: z.array(z.object({ id: z.number(), version: z.string() })).default([]),
    backup: z
      .array(
        z.object({
          label: z.string(),
          database: z.object({ id: z.number() }),
          timestamp: z.object({ stop: z.number() }),
        }),
      )
      .default([]),
  }),
);

const NOT_INSTALLED_TEXT =
  'O pgBackRest não está instalado nesta máquina: apt-get install pgbackrest (2.45 ou mais novo).';

/** The line of pgBackRest's output that says why it failed. */
function failureLineOf(output: string): string {
  const lines = output.split('\n').map((line) => line.trim());
  return (lines.find((line) => line.includes('ERROR:')) ?? lines.find(Boolean) ?? '').replace(
    /^.*?ERROR: /,
    '',
  );
}

/** Runs pgBackRest and returns its standard output. Throws `BackupError` with the reason. */
async function runPgBackRest(
  args: readonly string[],
  { env, account, signal }: PgBackRestOptions,
): Promise<string> {
  try {
    const { stdout } = await execFileAsync(
      'pgbackrest',
      [...args, '--log-level-console=off', '--log-level-stderr=error', '--log-level-file=off'],
      {
        ...{ ...account, cwd: '/', env: childEnvironment(env), maxBuffer: 64 * 1024 * 1024 },
        ...(signal ? { signal } : {}),
      },
    );
    return stdout;
  } catch (error) {
    if (signal?.aborted) throw new BackupError('Interrompido. Nada foi feito.');
    const code: unknown = Reflect.get(error as object, 'code');
    if (code === 'ENOENT') throw new BackupError(NOT_INSTALLED_TEXT);
    const output = `${Reflect.get(error as object, 'stderr')}\n${Reflect.get(error as object, 'stdout')}`;
    const reason = failureLineOf(output) || String(code);
    throw new BackupError(`O pgBackRest recusou (${args.at(-1)}): ${reason}`);
  }
}

/** Parses what `pgbackrest info --output=json` printed. */
export function parseStanzas(text: string): readonly Stanza[] {
  return stanzaList.parse(JSON.parse(text)).map(({ name, db, backup }) => ({
    name,
    backups: backup
      .map(({ label, database, timestamp }) => ({
        label,
        finishedAt: new Date(timestamp.stop * 1000),
        postgresVersion: db.find(({ id }) => id === database.id)?.version ?? '',
      }))
      .sort((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime()),
  }));
}

/** Reads the only stanza of the repository, or the one that `PGBACKREST_STANZA` names. */
export async function readStanza(options: PgBackRestOptions): Promise<Stanza> {
  const stanzas = parseStanzas(await runPgBackRest(['--output=json', 'info'], options));
  const [stanza, ...others] = stanzas;
  if (!stanza) {
    throw new BackupError(
      'O pgBackRest não tem stanza configurada: veja docs/operations.md, "Back to any minute".',
    );
  }
  if (others.length > 0) {
    const names = stanzas.map(({ name }) => name).join(', ');
    throw new BackupError(`Há mais de uma stanza (${names}): diga qual em PGBACKREST_STANZA.`);
  }
  if (stanza.backups.length === 0)
    throw new BackupError(`A stanza ${stanza.name} ainda não tem cópia: faça uma primeiro.`);
  return stanza;
}

/** A time as pgBackRest and PostgreSQL read it. */
const targetTimeOf = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00');

/** Folder of the restored cluster inside of `folder`. */
export const restoredClusterFolder = (folder: string) => join(folder, 'cluster');

/**
 * Copies a backup into `folder`. When the copied cluster is started, it recovers to the time `at`. Nothing outside of
 * `folder` is written, not even for tablespaces, and the cluster archives nothing.
 */
export async function restoreCluster(
  {
    stanza,
    backup,
    at,
    folder,
  }: { stanza: Stanza; backup: ClusterBackup; at: Date; folder: string },
  options: PgBackRestOptions,
): Promise<void> {
  await runPgBackRest(
    [
      `--stanza=${stanza.name}`,
      `--set=${backup.label}`,
      `--pg1-path=${restoredClusterFolder(folder)}`,
      `--tablespace-map-all=${join(folder, 'tablespaces')}`,
      ...['--type=time', `--target=${targetTimeOf(at)}`, '--target-action=promote'],
      '--archive-mode=off',
      `--lock-path=${join(folder, 'lock')}`,
      'restore',
    ],
    options,
  );
}
