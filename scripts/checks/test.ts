import { readFileSync } from 'node:fs';
import { type CommandStep, runSteps } from './run-steps.ts';

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> };

/**
 * Creates a step that runs a script of `package.json` without npm, because Debian's npm only runs on the system's Node.
 */
function scriptStep(name: string): CommandStep {
  const [command = '', ...args] = scripts[name]?.split(' ') ?? [];
  return { name, command, args };
}

await runSteps(
  ['verify', 'test:unit', 'test:component', 'test:integration', 'test:nodes', 'test:e2e'].map(
    scriptStep,
  ),
);
