import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemErrorCode } from './errors.ts';

const execFileAsync = promisify(execFile);
const POLL_MS = 25;

/** A step of ending a process: the signal to send, and how long to wait until the process has ended. */
export interface ShutdownStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/**
 * Reads when a process started, as text that is only good for comparing: the system reuses process ids, but not an id
 * together with its start time. Undefined when the process does not run; a zombie counts as not running.
 */
export async function readStartTime(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readStartTimeFromProc(pid);
  if (process.platform === 'win32') return processExists(pid) ? 'running' : undefined;
  const [state = 'Z', ...started] = (await readPsColumns('stat=,lstart=', pid)).split(/\s+/);
  return state.startsWith('Z') || started.length === 0 ? undefined : started.join(' ');
}

/** Reads the command line of a process; empty when the process does not run or hides its command line. */
export async function readCommandLine(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const rawCommandLine = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return rawCommandLine.replaceAll('\0', ' ').trim();
  }
  return process.platform === 'win32' ? '' : readPsColumns('command=', pid);
}

/** Finds the ids of the running processes whose command line starts with `prefix`. */
export async function findProcessesByCommandPrefix(prefix: string): Promise<number[]> {
  if (process.platform === 'win32') return [];
  const foundPids: number[] = [];
  for (const pid of await listProcessIds()) {
    const hasPrefix = (await readCommandLine(pid)).startsWith(prefix);
    if (hasPrefix && (await readStartTime(pid)) !== undefined) foundPids.push(pid);
  }
  return foundPids;
}

/** Whether `condition` becomes true within `waitMs`; `condition` is called at least once. */
export async function becomesTrueWithin(
  condition: () => Promise<boolean>,
  waitMs: number,
): Promise<boolean> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= deadline) return false;
    await delay(POLL_MS);
  }
}

/** Ends a process by increasingly strong signals; false when the process survives them or may not be signalled. */
export async function endProcess(pid: number, steps: readonly ShutdownStep[]): Promise<boolean> {
  const startTime = await readStartTime(pid);
  if (startTime === undefined) return true;
  const hasEnded = async () => (await readStartTime(pid)) !== startTime;
  for (const step of steps) {
    signalProcess(pid, step.signal);
    if (await becomesTrueWithin(hasEnded, step.waitMs)) return true;
  }
  return false;
}

/** Sends a signal; ignores processes that have ended or that belong to another account. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (systemErrorCode(error) !== 'ESRCH' && systemErrorCode(error) !== 'EPERM') throw error;
  }
}

async function readStartTimeFromProc(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The second field is the program's name in parentheses and may contain spaces, so fields are counted after it.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state] = fields ?? [];
  return state === undefined || 'ZX'.includes(state) ? undefined : fields?.[19];
}

async function listProcessIds(): Promise<number[]> {
  const pidTexts =
    process.platform === 'linux'
      ? await readdir('/proc')
      : (await execFileAsync('ps', ['-axo', 'pid='])).stdout.split('\n');
  return pidTexts.map(Number).filter((pid) => Number.isInteger(pid) && pid > 0);
}

async function readPsColumns(columnNames: string, pid: number): Promise<string> {
  const psOutput = await execFileAsync('ps', ['-ww', '-o', columnNames, '-p', String(pid)]).catch(
    () => undefined,
  );
  return psOutput?.stdout.trim() ?? '';
}

/** Whether a process with this id exists, zombies included. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemErrorCode(error) === 'EPERM';
  }
}
