import { MIGRATIONS_LOCK } from '../platform/database/migrate.ts';
import {
  type Command,
  type CommandOptions,
  type ExitCode,
  readArgs,
  runCommand,
  until,
} from './command.ts';
import { connect, cut, isServed } from './connection.ts';
import { BackupError } from './errors.ts';
import { type Environment, makePlace, type Place, settingsOf, takePlace } from './places.ts';
import { type Restored, restoreFrom } from './restore.ts';
import { sayRestored } from './restore-command.ts';
import { counter, plural, seconds } from './telling.ts';
import { backupOf } from './write-backup.ts';

const USAGE = 'MOVE_TO_DATABASE_URL=… [MOVE_TO_S3_BUCKET=… | MOVE_TO_FILES_DIR=…] npm run move';

const PREFIX = 'MOVE_TO_';
/** What says where things are kept, with the files that secrets may come from. */
const kept = /^(DATA_DIR|DATABASE_URL|FILES_DIR|S3_[A-Z_]+?)(_FILE)?$/;
const ofFiles = /^(DATA_DIR|FILES_DIR|S3_BUCKET)$/;

/**
 * The environment of the target: whatever says where things are kept is named `MOVE_TO_…`, in the
 * environment, because arguments show in lists of processes.
 */
export function targetEnvironment(env: Environment) {
  const target: Record<string, string | undefined> = {};
  const named: string[] = [];
  for (const [name, value] of Object.entries(env)) {
    if (!value) continue;
    if (!kept.test(name) && !name.startsWith(PREFIX)) target[name] = value;
    if (!name.startsWith(PREFIX)) continue;
    const plain = name.slice(PREFIX.length);
    if (!kept.test(plain))
      throw new BackupError(`${name} não diz onde guardar algo. Uso: ${USAGE}`);
    target[plain] = value;
    named.push(plain);
  }
  if (!named.some((name) => /^(DATABASE_URL(_FILE)?|DATA_DIR)$/.test(name))) {
    throw new BackupError(`Diga para onde mudar. Uso: ${USAGE}`);
  }
  return { env: target, withFiles: named.some((name) => ofFiles.test(name)) };
}

/** Keeps programs from starting on the source until it is let go of. */
async function holdSource({ url }: Place): Promise<() => Promise<void>> {
  const client = await connect(url, 'guilda-backup');
  try {
    // A program that starts asks for this alone, first of all.
    await client.query('SELECT pg_advisory_lock_shared($1)', [MIGRATIONS_LOCK]);
    if (!(await isServed(client))) return () => cut(client);
    throw new BackupError(
      'A Guilda está em funcionamento no banco de origem: pare-a antes. Nada foi mudado.',
    );
  } catch (error) {
    await cut(client);
    throw error;
  }
}

async function carry(command: Command, source: Place): Promise<Restored> {
  const { env, timers, say, signal } = command;
  const to = targetEnvironment(env);
  const release = await holdSource(source);
  try {
    const target = await makePlace(settingsOf(to.env));
    const files = to.withFiles ? source.files : null;
    const progress = {
      table: () => undefined,
      files: (count: number) => say(`Levando ${plural(count, 'arquivo', 'arquivos')}…`),
    };
    say('Levando o banco…');
    const bytes = until(signal, backupOf({ url: source.url, files }, { progress, timers }));
    const moved = await restoreFrom(bytes, target, { bytes: counter(timers, say) }).catch(
      async (error: unknown) => {
        await target.abandon();
        throw error;
      },
    );
    await target.close();
    return moved;
  } finally {
    await release();
  }
}

/**
 * `npm run move`: takes all to another database, and files to another place where one is named,
 * without a file between. The source stays as it was.
 * @returns exit code: 0 moved, 1 moved but something was missing, 2 not moved
 */
export function moveCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { env, say, timers } = command;
    readArgs(options.args, {}, USAGE);
    targetEnvironment(env);
    const begun = timers.now();
    const source = await takePlace(settingsOf(env));
    const moved = await carry(command, source).finally(() => source.close());
    const code = sayRestored(moved, say);
    say(`Mudado em ${seconds(timers.now() - begun)}.`);
    say('Agora inicie a Guilda com o novo lugar nas configurações, sem o MOVE_TO_.');
    say('O lugar antigo ficou como estava: não inicie mais a Guilda nele.');
    return code;
  });
}
