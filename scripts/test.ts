import { runSteps } from './steps.ts';

const npm = (script: string) => ({ name: script, command: 'npm', args: ['run', '-s', script] });

await runSteps(['verify', 'test:rules', 'test:doors', 'test:nodes', 'test:journeys'].map(npm));
