import { readFileSync } from 'node:fs';
import { runSteps, type Step } from './steps.ts';

const { scripts } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> };

/** A script without npm between: the one of Debian runs on no other Node than the system's. */
function script(name: string): Step {
  const [command = '', ...args] = scripts[name]?.split(' ') ?? [];
  return { name, command, args };
}

await runSteps(['verify', 'test:rules', 'test:doors', 'test:nodes', 'test:journeys'].map(script));
