import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** Pause before a program that ended is started again, in ms: `RestartSec` of `deploy/patroni/restart.conf`. */
const RESTART_DELAY_MS = 1_000;

/** A program that is started again whenever it ends, as systemd does. */
export interface KeptProgram {
  /** Sets whether the program is started again after its end; a running one goes on. */
  setKept(isKept: boolean): void;
}

export interface ProgramOptions {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string>>;
  /** File to which the output is appended. */
  readonly logFile: string;
}

/** Starts a program and keeps it running. */
export async function keepRunning({ command, env, logFile }: ProgramOptions): Promise<KeptProgram> {
  const [program, ...args] = command;
  let isKept = true;
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (isKept) {
      const log = await open(logFile, 'a');
      const child = spawn(program, args, {
        env: { PATH: process.env['PATH'], ...env },
        stdio: ['ignore', log.fd, log.fd],
      });
      await once(child, 'exit').catch(() => undefined);
      await log.close();
      if (isKept) await delay(RESTART_DELAY_MS);
    }
    isRunning = false;
  };
  void run();
  return {
    setKept: (isKeptNow) => {
      isKept = isKeptNow;
      if (isKept && !isRunning) void run();
    },
  };
}
