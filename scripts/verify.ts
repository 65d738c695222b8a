import { runSteps } from './steps.ts';

const types = (path: string) => ({
  name: `types of ${path}`,
  command: 'tsc',
  args: ['--noEmit', '-p', path],
});

await runSteps([
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', '.'] },
  {
    name: 'types of the routes',
    command: 'npm',
    args: ['run', '-s', 'typegen', '-w', '@guilda/web'],
  },
  ...[
    'packages/contract',
    'packages/server',
    'packages/web',
    'packages/e2e',
    'bench',
    'scripts',
  ].map(types),
  { name: 'directions of imports', command: 'depcruise', args: ['packages', 'bench', 'scripts'] },
  { name: 'unused code', command: 'knip', args: [] },
]);
