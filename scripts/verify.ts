import { runSteps } from './steps.ts';

const types = (path: string) => ({
  name: `types of ${path}`,
  command: 'node',
  args: ['node_modules/typescript-7/bin/tsc', '--noEmit', '-p', path],
});

/** Programs that look at the code side by side: most of each is one thread's work. */
const AT_ONCE = 2;

await runSteps([
  {
    name: 'types of the routes',
    command: 'react-router',
    args: ['typegen', 'packages/web'],
  },
]);
// The longest first.
await runSteps(
  [
    ...[
      'packages/server',
      'packages/web',
      'scripts',
      'bench',
      'packages/contract',
      'packages/e2e',
    ].map(types),
    { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
    { name: 'directions of imports', command: 'depcruise', args: ['packages', 'bench', 'scripts'] },
    { name: 'unused code', command: 'knip', args: [] },
  ],
  AT_ONCE,
);
