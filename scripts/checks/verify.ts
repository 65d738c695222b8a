import { runSteps } from './run-steps.ts';

const typeCheckStep = (path: string, description = path) => ({
  name: `types of ${description}`,
  command: 'node',
  args: ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', path],
});

/** Number of checks that run concurrently; each check is mostly single-threaded. */
const CONCURRENT_STEPS = 2;

await runSteps([
  {
    name: 'types of the routes',
    command: 'react-router',
    args: ['typegen', 'packages/web'],
  },
  { name: 'types of the styles', command: 'cmk', args: ['-p', 'packages/web', '--clean'] },
]);
// The steps are listed by their duration, slowest first, so that a slow step does not run on alone at the end.
await runSteps(
  [
    // All code that runs on Node is checked at once: its parts import each other, so separate checks would check the
    // server several times.
    typeCheckStep('.', 'all Node code'),
    typeCheckStep('packages/web'),
    typeCheckStep('packages/contract'),
    typeCheckStep('packages/e2e'),
    { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
    { name: 'directions of imports', command: 'depcruise', args: ['packages', 'bench', 'scripts'] },
    { name: 'unused code', command: 'knip', args: [] },
  ],
  CONCURRENT_STEPS,
);
