import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One command of a longer run. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Lines of a failed step that are said again below all others. */
const LAST_LINES = 120;

/** How long what was said last may take to arrive once a step has ended, in ms. */
const FLUSH_MS = 300;

/** How a step ended: whether well, and the last that it said. */
interface Ending {
  readonly good: boolean;
  readonly last: readonly string[];
}

/** Passes on what a step says, at once or `whole` when it has ended, and keeps the end of it. */
function lastLinesOf(child: ChildProcess, whole: boolean): string[] {
  const last: string[] = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (!from) continue;
    if (!whole) from.pipe(to, { end: false });
    createInterface({ input: from }).on('line', (line) => {
      last.push(line);
      if (!whole && last.length > LAST_LINES) last.shift();
    });
  }
  return last;
}

function runOne(step: Step, alone: boolean): Promise<Ending> {
  // On a terminal a step draws as it likes; in a log the reader wants the failure where the log ends.
  const watched = process.stdout.isTTY && alone;
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: root,
      stdio: watched ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    });
    const last = lastLinesOf(child, !alone);
    child.once('error', () => resolve({ good: false, last }));
    // Not at 'close': what a step left running would hold the pipes open for ever.
    child.once('exit', (code) => setTimeout(() => resolve({ good: code === 0, last }), FLUSH_MS));
  });
}

/** Runs a step and says how long it took. */
async function tellOne(step: Step, alone: boolean): Promise<Ending> {
  const began = performance.now();
  if (alone) process.stdout.write(`\n▸ ${step.name}\n`);
  const ending = await runOne(step, alone);
  if (!alone)
    process.stdout.write(`\n▸ ${step.name}\n${ending.last.map((line) => `${line}\n`).join('')}`);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  process.stdout.write(`${ending.good ? '✓' : '✗'} ${step.name} (${seconds} s)\n`);
  return ending;
}

/**
 * Runs every step, `atOnce` side by side, says how long each took, and exits with 1 when one failed.
 * What steps side by side say is told step by step.
 */
export async function runSteps(steps: readonly Step[], atOnce = 1): Promise<void> {
  const failed: { readonly name: string; readonly last: readonly string[] }[] = [];
  const waiting = [...steps];
  const worker = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { good, last } = await tellOne(step, atOnce === 1);
      if (!good) failed.push({ name: step.name, last: last.slice(-LAST_LINES) });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failed.length === 0) return;
  for (const { name, last } of failed) {
    if (last.length > 0) process.stderr.write(`\n▸ the end of ${name}\n${last.join('\n')}\n`);
  }
  process.stderr.write(`\nFailed: ${failed.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}
