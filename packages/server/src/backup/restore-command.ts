import { createReadStream } from 'node:fs';
import {
  type Command,
  type CommandOptions,
  type ExitCode,
  readArgs,
  runCommand,
  until,
} from './command.ts';
import { BackupError } from './errors.ts';
import { makePlace, settingsOf } from './places.ts';
import { type Restored, restoreFrom } from './restore.ts';
import { opened } from './seal.ts';
import { contents, counter, origin, type Say, sayMissing, seconds } from './telling.ts';

const USAGE = 'npm run restore -- --from ARQUIVO|-';

export interface RestoreCommandOptions extends CommandOptions {
  /** What `--from -` reads. */
  readonly readIn: AsyncIterable<Uint8Array>;
}

/** The bytes of a file; one that cannot be read is told by its name. */
export async function* readWhole(path: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(path, { highWaterMark: 1024 * 1024 });
  } catch (error) {
    const code = Reflect.get(error as object, 'code');
    throw new BackupError(`Não foi possível ler ${path} (${String(code)}).`);
  }
}

/** What was found out about what was restored; 1 when something is off. */
export function sayRestored({ head, manifest, skipped }: Restored, say: Say): ExitCode {
  sayMissing(manifest, say);
  for (const name of skipped) say(`✗ ${name} não é uma tabela da Guilda: ficou de fora.`);
  const told = new Date(head.at).toLocaleString('pt-BR', { timeZone: 'UTC' });
  say(`✓ ${contents(head, manifest)}, como estavam em ${told} (UTC), conferidos um a um.`);
  return manifest.files.missing.length + skipped.length > 0 ? 1 : 0;
}

async function restore(command: Command, bytes: AsyncIterable<Uint8Array>): Promise<Restored> {
  const { env, say, timers, signal } = command;
  const settings = settingsOf(env);
  const plain = opened(until(signal, bytes), settings.backupKey);
  const place = await makePlace(settings);
  const restored = await restoreFrom(plain, place, {
    head: (head) => say(`Restaurando ${origin(head)}…`),
    bytes: counter(timers, say),
  }).catch(async (error: unknown) => {
    await place.abandon();
    throw error;
  });
  await place.close();
  return restored;
}

/**
 * `npm run restore`: puts a backup into the empty place that the settings name.
 * @returns exit code: 0 restored, 1 restored but something was missing in the backup, 2 not restored
 */
export function restoreCommand(options: RestoreCommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { say, timers } = command;
    const { from } = readArgs(options.args, { from: { type: 'string' } } as const, USAGE);
    if (!from) throw new BackupError(`Uso: ${USAGE}`);
    const begun = timers.now();
    const restored = await restore(command, from === '-' ? options.readIn : readWhole(from));
    const code = sayRestored(restored, say);
    say(`Restaurado em ${seconds(timers.now() - begun)}.`);
    return code;
  });
}
