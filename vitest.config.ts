import { fileURLToPath } from 'node:url';
import { configDefaults, defineConfig } from 'vitest/config';
import { engineIndependentTests } from './scripts/checks/engine-independent-tests.ts';
import { LongestFirst } from './scripts/checks/longest-first.ts';
import { requireNode } from './scripts/node-version.mjs';

// `npx vitest` and editors' test runners do not start through scripts/run.mjs, which also checks the version of Node.
requireNode();

// The program starts many times in the tests, so compiled sources are cached here.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('node_modules/.cache/tests', import.meta.url),
);

/** Tests of PgBouncer itself: they run in the engine suite when `TEST_PGBOUNCER` is the path of the program. */
const pgbouncerTests = ['packages/server/test/pgbouncer/*.test.ts'];
const hasPgbouncer = Boolean(process.env['TEST_PGBOUNCER']);

const nodeTests = ['packages/server/test/nodes/*.test.ts'];
const integrationTests = [
  'packages/*/**/*.integration.test.ts',
  'packages/server/test/**/*.test.ts',
];

/**
 * Timeouts that end hanging tests, long enough for a machine several times slower than usual; speed is measured
 * elsewhere.
 */
const testTimeouts = {
  testTimeout: 180_000,
  hookTimeout: 180_000,
  // Polls usually succeed within a second; only a machine that is busy needs longer.
  expect: { poll: { timeout: 60_000 } },
} as const;

/** Number of test files that run concurrently; it may exceed the number of processors, because tests mostly wait. */
const MAX_WORKERS = 4;

/** Seeds random input, the same in every run unless `TEST_SEED` is set. */
const setupFiles = ['packages/server/test/seed.ts'];

const integrationProject = {
  include: integrationTests,
  globalSetup: ['packages/server/test/global-setup.ts'],
  pool: 'forks',
  maxWorkers: MAX_WORKERS,
  // Test files share imported modules, which saves a third of the time; each test file starts its own program.
  isolate: false,
  // The server's sources run in Node without a transform, also in tests.
  experimental: { viteModuleRunner: false },
  sequence: { groupOrder: 2 },
  setupFiles,
  ...testTimeouts,
} as const;

const nodesProject = {
  include: nodeTests,
  globalSetup: ['packages/server/test/global-setup.ts'],
  pool: 'forks',
  isolate: false,
  experimental: { viteModuleRunner: false },
  maxWorkers: MAX_WORKERS,
  sequence: { groupOrder: 3 },
  setupFiles,
  ...testTimeouts,
  expect: { poll: { ...testTimeouts.expect.poll, interval: 20 } },
} as const;

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          pool: 'forks',
          maxWorkers: MAX_WORKERS,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/web/app/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...integrationTests],
          isolate: false,
          setupFiles,
          ...testTimeouts,
        },
      },
      {
        test: {
          name: 'component',
          environment: 'jsdom',
          pool: 'forks',
          maxWorkers: 2,
          include: ['packages/web/test/**/*.test.tsx'],
          isolate: false,
          // Projects with different numbers of workers may not run concurrently, so each has its turn.
          sequence: { groupOrder: 1 },
          setupFiles: ['packages/web/test/setup.ts'],
          ...testTimeouts,
        },
      },
      {
        test: {
          ...integrationProject,
          name: 'integration',
          exclude: [...configDefaults.exclude, ...nodeTests, ...pgbouncerTests],
        },
      },
      {
        test: {
          ...integrationProject,
          name: 'engine',
          sequence: { groupOrder: 4 },
          exclude: [
            ...configDefaults.exclude,
            ...nodeTests,
            ...engineIndependentTests,
            ...(hasPgbouncer ? [] : pgbouncerTests),
          ],
        },
      },
      { test: { ...nodesProject, name: 'nodes' } },
    ],
  },
});
