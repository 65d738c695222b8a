import { type ParseArgsConfig, parseArgs } from 'node:util';
import { limits } from '@guilda/contract/limits';
import { type Clock, systemClock } from '../../ports/clock.ts';
import { systemTimers, type Timers } from '../../ports/timers.ts';
import { writeBackupFile } from '../archive/backup-file.ts';
import { BackupError, commandErrorText } from '../errors.ts';
import type { EnvironmentVariables } from '../locations.ts';
import type { PrintLine } from './progress.ts';

/** Options that all backup commands have. */
export interface CommandOptions {
  readonly args: readonly string[];
  readonly env: EnvironmentVariables;
  readonly printLine: PrintLine;
  readonly clock?: Clock | undefined;
  readonly timers?: Timers | undefined;
  /** Aborts the command, which then removes what it has written. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of a command that writes a file, by `--out`. */
export interface FileCommandOptions extends CommandOptions {
  /** Writes bytes to standard output, for `--out -`; resolves to their number. */
  writeOut(bytes: AsyncIterable<Uint8Array>): Promise<number>;
}

/** Writes bytes to the file that `--out` names, or to standard output for `-`; resolves to their number. */
export const writeTo =
  ({ writeOut }: Pick<FileCommandOptions, 'writeOut'>, outPath: string) =>
  (bytes: AsyncIterable<Uint8Array>): Promise<number> =>
    outPath === '-' ? writeOut(bytes) : writeBackupFile(outPath, bytes);

/** Exit code of a command: 0 success, 1 done but with problems, 2 nothing done. */
export type ExitCode = 0 | 1 | 2;

/** Values and functions that a running command uses. */
export interface CommandContext extends Omit<CommandOptions, 'args'> {
  readonly clock: Clock;
  readonly timers: Timers;
}

/** Runs a command; when it fails, prints one line with the reason. */
export async function runCommand(
  options: CommandOptions,
  work: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { clock = systemClock, timers = systemTimers, printLine } = options;
  try {
    return await work({ ...options, clock, timers });
  } catch (error) {
    printLine(commandErrorText(error));
    return 2;
  }
}

/** Parses the arguments; throws `BackupError` with the usage text for unknown arguments. */
export function parseCommandArgs<T extends NonNullable<ParseArgsConfig['options']>>(
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

/** Returns the text of `--reason` for the audit log, trimmed; throws `BackupError` when it is missing or too long. */
export function parseReason(reason: string | undefined, usage: string): string {
  const text = reason?.trim() ?? '';
  if (text === '') throw new BackupError(`Uso: ${usage}`);
  if (text.length > limits.moderationReason)
    throw new BackupError(`--reason tem no máximo ${limits.moderationReason} caracteres.`);
  return text;
}

/** Passes bytes through until the signal is aborted, then throws. */
export async function* abortableStream(
  signal: AbortSignal | undefined,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    if (signal?.aborted) throw new BackupError('Interrompido. Nada foi feito.');
    yield chunk;
  }
}
