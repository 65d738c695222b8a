import { dirname, join } from 'node:path';
import type { DataSettings } from '../config/index.ts';
import {
  type Command,
  type CommandOptions,
  type ExitCode,
  readArgs,
  runCommand,
  until,
} from './command.ts';
import { BackupError } from './errors.ts';
import type { Head, Manifest } from './format.ts';
import { noteBackup } from './note-backup.ts';
import { reachPlace, settingsOf } from './places.ts';
import { sealed } from './seal.ts';
import { contents, counter, plural, sayMissing, seconds, size } from './telling.ts';
import { nameFor, removeOld, writeWhole } from './whole-file.ts';
import { backupOf } from './write-backup.ts';

const USAGE = 'npm run backup -- [--out ARQUIVO|-] [--keep-days DIAS]';

export interface BackupCommandOptions extends CommandOptions {
  /** Where `--out -` goes. */
  writeOut(bytes: AsyncIterable<Uint8Array>): Promise<number>;
}

function daysOf(told: string | undefined): number | null {
  if (told === undefined) return null;
  const days = Number(told);
  if (Number.isInteger(days) && days > 0) return days;
  throw new BackupError('--keep-days é um número de dias, de 1 em diante.');
}

/** Writes the backup out and answers what it holds. */
async function write(
  { timers, say, signal }: Command,
  settings: DataSettings,
  put: (bytes: AsyncIterable<Uint8Array>) => Promise<number>,
) {
  let made: { head: Head; manifest: Manifest } | undefined;
  let head: Head | undefined;
  const count = counter(timers, say);
  const progress = {
    head: (told: Head) => {
      head = told;
      say(`Copiando o banco como está agora (${plural(told.tables.length, 'tabela', 'tabelas')})…`);
    },
    files: (files: number) => say(`Copiando ${plural(files, 'arquivo', 'arquivos')}…`),
    bytes: count,
    done: (manifest: Manifest) => {
      if (head) made = { head, manifest };
    },
  };
  const place = await reachPlace(settings);
  try {
    const plain = until(signal, backupOf(place, { progress, timers }));
    const bytes = await put(settings.backupKey ? sealed(plain, settings.backupKey) : plain);
    if (!made) throw new Error('a backup without an end');
    await noteBackup(place.url).catch(() =>
      say(
        'O banco não pôde anotar que esta cópia foi feita: o alarme de cópias velhas não a conta.',
      ),
    );
    return { ...made, bytes };
  } finally {
    await place.close();
  }
}

/**
 * `npm run backup`: database and files as they are at one moment, in one file, also while the
 * program runs.
 * @returns exit code: 0 made, 1 made but a file that rows name is not there, 2 not made
 */
export function backupCommand(options: BackupCommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { clock, timers, say, env } = command;
    const flags = { out: { type: 'string' }, 'keep-days': { type: 'string' } } as const;
    const args = readArgs(options.args, flags, USAGE);
    const days = daysOf(args['keep-days']);
    const settings = settingsOf(env);
    const name = nameFor(clock.now(), settings.backupKey !== null);
    const out = args.out ?? join(settings.dataDir, 'backups', name);
    if (out === '-' && days !== null) throw new BackupError('--keep-days precisa de uma pasta.');
    const begun = timers.now();
    const put =
      out === '-' ? options.writeOut : (all: AsyncIterable<Uint8Array>) => writeWhole(out, all);
    const { head, manifest, bytes } = await write(command, settings, put);
    if (out !== '-') {
      for (const old of await removeOld(dirname(out), days, clock)) say(`Apagada: ${old}`);
    }
    sayMissing(manifest, say);
    say(`✓ ${contents(head, manifest)}: ${size(bytes)} em ${seconds(timers.now() - begun)}.`);
    if (!settings.backupKey) say('Não está cifrada: defina BACKUP_KEY para cifrar as próximas.');
    if (out !== '-') say(out);
    return manifest.files.missing.length > 0 ? 1 : 0;
  });
}
