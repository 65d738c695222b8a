import { runSteps } from './run-steps.ts';

const typeCheckStep = (path: string, what = path) => ({
  name: `types of ${what}`,
  command: 'node',
  args: ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', path],
});

/** Concurrent checks: each is mostly single-threaded. */
const CONCURRENT_STEPS = 2;

await runSteps([
  {
    name: 'types of the routes',
    command: 'react-router',
    args: ['typegen', 'packages/web'],
  },
  { name: 'types of the styles', command: 'cmk', args: ['-p', 'packages/web', '--clean'] },
]);
// Slowest first.
await runSteps(
  [
    // One program for all that runs on Node: its parts import each other, and each would check the server again.
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
