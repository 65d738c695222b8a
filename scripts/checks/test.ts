import { readFileSync } from 'node:fs';
import { runSteps, type Step } from './run-steps.ts';

const { scripts } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { scripts: Record<string, string> };

/**
 * Creates a step that runs a script of `package.json` without npm, because Debian's npm only runs on the system's Node.
 */
function scriptStep(name: string): Step {
  const [command = '', ...args] = scripts[name]?.split(' ') ?? [];
  return { name, command, args };
}

/** Steps that wait for each other or use one processor at a time fill both when they run side by side. */
const sideBySide = ['verify', 'test:unit', 'test:component'];

// Their output comes when they end.
process.stdout.write(`\n▸ ${sideBySide.join(', ')} side by side\n`);
await runSteps(sideBySide.map(scriptStep), sideBySide.length);
await runSteps(['test:integration', 'test:nodes', 'test:e2e'].map(scriptStep));
