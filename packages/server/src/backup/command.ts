import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Clock, systemClock } from '../ports/clock.ts';
import { systemTimers, type Timers } from '../ports/timers.ts';
import { BackupError, explain } from './errors.ts';
import type { Environment } from './places.ts';
import type { Say } from './telling.ts';

/** What every one of these commands is given. */
export interface CommandOptions {
  readonly args: readonly string[];
  readonly env: Environment;
  readonly say: Say;
  readonly clock?: Clock | undefined;
  readonly timers?: Timers | undefined;
  /** Ends the work: nothing of it stays. */
  readonly signal?: AbortSignal | undefined;
}

/** Exit code: 0 all is well, 1 done but something is off, 2 nothing was done. */
export type ExitCode = 0 | 1 | 2;

/** What a command works with. */
export interface Command extends Omit<CommandOptions, 'args'> {
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Runs a command; what keeps it from being done is said in one line. */
export async function runCommand(
  options: CommandOptions,
  work: (command: Command) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { clock = systemClock, timers = systemTimers, say } = options;
  try {
    return await work({ ...options, clock, timers });
  } catch (error) {
    say(explain(error));
    return 2;
  }
}

/** Reads the arguments; throws `BackupError` with the usage for others than those. */
export function readArgs<T extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: T,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch {
    throw new BackupError(`Uso: ${usage}`);
  }
}

/** The same bytes until the signal says that it is enough. */
export async function* until(
  signal: AbortSignal | undefined,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (signal?.aborted) throw new BackupError('Interrompido. Nada foi feito.');
    yield chunk;
  }
}
