import {
  type Command,
  type CommandOptions,
  type ExitCode,
  readArgs,
  runCommand,
  until,
} from './command.ts';
import { inspect } from './drill.ts';
import { type DrillPlace, openDrillPlace } from './drill-place.ts';
import type { Head } from './format.ts';
import { reachPlace, settingsOf } from './places.ts';
import { type Restored, restoreFrom } from './restore.ts';
import { readWhole, sayRestored } from './restore-command.ts';
import { opened } from './seal.ts';
import { counter, origin, seconds } from './telling.ts';
import { tryProgram } from './try-program.ts';
import { backupOf } from './write-backup.ts';

const USAGE = 'npm run drill -- [--from ARQUIVO]';

/** Restores a file, or what the product holds now without a file between. */
async function restage(command: Command, from: string | undefined, place: DrillPlace) {
  const { env, timers, say, signal } = command;
  const settings = settingsOf(env);
  const progress = {
    head: (head: Head) => say(`Ensaiando com ${origin(head)}…`),
    bytes: counter(timers, say),
  };
  if (from !== undefined) {
    const bytes = opened(until(signal, readWhole(from)), settings.backupKey);
    return restoreFrom(bytes, place, progress);
  }
  const source = await reachPlace(settings);
  try {
    return await restoreFrom(until(signal, backupOf(source, { timers })), place, progress);
  } finally {
    await source.close();
  }
}

/** Looks at what was restored and starts the program on it. */
async function examine(command: Command, place: DrillPlace, restored: Restored) {
  const { say, timers } = command;
  const sound = await inspect(place, restored, say);
  const begun = timers.now();
  const status = await tryProgram(place).catch((error: unknown) => {
    say(`✗ A Guilda não começou com o que foi restaurado: ${String(error)}`);
    return 0;
  });
  const took = seconds(timers.now() - begun);
  if (status === 200) say(`✓ A Guilda começou com o que foi restaurado (/readyz: 200, ${took}).`);
  else if (status > 0) say(`✗ A Guilda começou, mas /readyz respondeu ${status}.`);
  return sound && status === 200;
}

/**
 * `npm run drill`: restores a backup, or what the product holds now, into a place that is thrown
 * away, reads all of it anew and starts the program on it.
 * @returns exit code: 0 all holds, 1 something is off, 2 the drill could not be done
 */
export function drillCommand(options: CommandOptions): Promise<ExitCode> {
  return runCommand(options, async (command) => {
    const { say, timers, env } = command;
    const { from } = readArgs(options.args, { from: { type: 'string' } } as const, USAGE);
    const begun = timers.now();
    const place = await openDrillPlace(settingsOf(env));
    try {
      const restored = await restage(command, from, place);
      say(`Restaurado em ${seconds(timers.now() - begun)}.`);
      const complete = sayRestored(restored, say) === 0;
      const sound = (await examine(command, place, restored)) && complete;
      say(sound ? 'A cópia serve.' : 'Há algo a ver: veja os ✗ acima.');
      return sound ? 0 : 1;
    } finally {
      await place.remove();
    }
  });
}
