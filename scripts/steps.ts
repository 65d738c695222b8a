import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One command of a longer run. */
export interface Step {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

function runOne(step: Step): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(step.command, step.args, { cwd: root, stdio: 'inherit' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

/** Runs every step, says how long each took, and exits with 1 when one failed. */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  const failed: string[] = [];
  for (const step of steps) {
    const began = performance.now();
    process.stdout.write(`\n▸ ${step.name}\n`);
    const good = await runOne(step);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`${good ? '✓' : '✗'} ${step.name} (${seconds} s)\n`);
    if (!good) failed.push(step.name);
  }
  if (failed.length > 0) {
    process.stderr.write(`\nFailed: ${failed.join(', ')}\n`);
    process.exit(1);
  }
}
