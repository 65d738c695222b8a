import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url));

/** One step of a check: a command with the name to print for it. */
export interface CommandStep {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

/** Maximum number of output lines of a failed step that are printed again at the end. */
const MAX_REPEATED_LINES = 120;

/** Time to wait for the last output of a step that has ended, in ms. */
const FLUSH_WAIT_MS = 300;

/** Whether a step succeeded, with the last lines of its output. */
interface StepResult {
  readonly succeeded: boolean;
  readonly lastLines: readonly string[];
}

/**
 * Prints the output of a step while the step runs and collects its last lines. With `isPrintedLater`, prints nothing
 * and collects all lines, for the caller to print.
 */
function printAndCollectOutput(child: ChildProcess, isPrintedLater: boolean): string[] {
  const lastLines: string[] = [];
  for (const [from, to] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ] as const) {
    if (!from) continue;
    if (!isPrintedLater) from.pipe(to, { end: false });
    createInterface({ input: from }).on('line', (line) => {
      lastLines.push(line);
      if (!isPrintedLater && lastLines.length > MAX_REPEATED_LINES) lastLines.shift();
    });
  }
  return lastLines;
}

function runStep(step: CommandStep, runsAlone: boolean): Promise<StepResult> {
  // A step that runs alone on a terminal writes to it directly, so that it can use colours and progress bars. Otherwise
  // its output is captured, so that failures can be repeated at the end.
  const writesToTerminal = process.stdout.isTTY && runsAlone;
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, {
      cwd: repositoryRoot,
      stdio: writesToTerminal ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    });
    const lastLines = printAndCollectOutput(child, !runsAlone);
    child.once('error', () => resolve({ succeeded: false, lastLines }));
    // The event 'exit' is used because 'close' may come late: background processes of a step could keep the pipes open.
    child.once('exit', (code) =>
      setTimeout(() => resolve({ succeeded: code === 0, lastLines }), FLUSH_WAIT_MS),
    );
  });
}

/** Runs a step and prints its duration. */
async function runAndReport(step: CommandStep, runsAlone: boolean): Promise<StepResult> {
  const startedAt = performance.now();
  if (runsAlone) process.stdout.write(`\n▸ ${step.name}\n`);
  const result = await runStep(step, runsAlone);
  if (!runsAlone)
    process.stdout.write(
      `\n▸ ${step.name}\n${result.lastLines.map((line) => `${line}\n`).join('')}`,
    );
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`${result.succeeded ? '✓' : '✗'} ${step.name} (${seconds} s)\n`);
  return result;
}

/**
 * Runs all steps, at most `maxConcurrent` concurrently, prints their durations, and exits with code 1 if one failed.
 * The output of concurrent steps is printed one step after the other.
 */
export async function runSteps(steps: readonly CommandStep[], maxConcurrent = 1): Promise<void> {
  const failedSteps: { readonly name: string; readonly lastLines: readonly string[] }[] = [];
  const waitingSteps = [...steps];
  const worker = async () => {
    for (let step = waitingSteps.shift(); step; step = waitingSteps.shift()) {
      const { succeeded, lastLines } = await runAndReport(step, maxConcurrent === 1);
      if (!succeeded)
        failedSteps.push({ name: step.name, lastLines: lastLines.slice(-MAX_REPEATED_LINES) });
    }
  };
  await Promise.all(Array.from({ length: maxConcurrent }, worker));
  if (failedSteps.length === 0) return;
  for (const { name, lastLines } of failedSteps) {
    if (lastLines.length > 0)
      process.stderr.write(`\n▸ the end of ${name}\n${lastLines.join('\n')}\n`);
  }
  process.stderr.write(`\nFailed: ${failedSteps.map(({ name }) => name).join(', ')}\n`);
  process.exit(1);
}
