import { createReadStream } from 'node:fs';
import { decrypt } from '../archive/encryption.ts';
import { BackupError } from '../errors.ts';
import { createLocation, readLocationSettings } from '../locations.ts';
import { type Restored, restoreFrom } from '../restore/restore.ts';
import {
  createByteCounter,
  describeContents,
  describeOrigin,
  formatSeconds,
  reportMissing,
  type Say,
} from './progress.ts';
import {
  abortable,
  type Command,
  type CommandOptions,
  type ExitCode,
  readArgs,
  runCommand,
} from './run-command.ts';

const USAGE = 'npm run restore -- --from ARQUIVO|-';

export interface RestoreCommandOptions extends CommandOptions {
  /** Input for `--from -`. */
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

/** Prints the result of a restore; 1 when something was missing. */
export function printRestored({ head, manifest, skipped }: Restored, say: Say): ExitCode {
  reportMissing(manifest, say);
  for (const name of skipped) say(`✗ ${name} não é uma tabela da Guilda: ficou de fora.`);
  const date = new Date(head.at).toLocaleString('pt-BR', { timeZone: 'UTC' });
  say(`✓ ${describeContents(head, manifest)}, como estavam em ${date} (UTC), conferidos um a um.`);
  return manifest.files.missing.length + skipped.length > 0 ? 1 : 0;
}

async function restore(command: Command, bytes: AsyncIterable<Uint8Array>): Promise<Restored> {
  const { env, say, timers, signal } = command;
  const settings = readLocationSettings(env);
  const plain = decrypt(abortable(signal, bytes), settings.backupKey);
  const location = await createLocation(settings);
  const restored = await restoreFrom(plain, location, {
    head: (head) => say(`Restaurando ${describeOrigin(head)}…`),
    bytes: createByteCounter(timers, say),
  }).catch(async (error: unknown) => {
    await location.abandon();
    throw error;
  });
  await location.close();
  return restored;
}

/**
 * `npm run restore`: restores a backup into the empty location of the settings.
 * @returns exit code: 0 restored, 1 restored but something was missing in the backup, 2 not restored
 */
export function restoreCommand(options: RestoreCommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { say, timers } = command;
    const { from } = readArgs(options.args, { from: { type: 'string' } } as const, USAGE);
    if (!from) throw new BackupError(`Uso: ${USAGE}`);
    const begun = timers.now();
    const restored = await restore(command, from === '-' ? options.readIn : readBackupFile(from));
    const code = printRestored(restored, say);
    say(`Restaurado em ${formatSeconds(timers.now() - begun)}.`);
    return code;
  });
}
