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
// The steps are sorted by duration, slowest first.
await runSteps(
  [
    // One type check for all code that runs on Node: its parts import each other, so separate checks would check the
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
