import { configDefaults, defineConfig } from 'vitest/config';
import type { Reporter } from 'vitest/node';

const nodeTests = ['packages/server/test/nodes/*.test.ts'];
const doorTests = ['packages/server/**/*.door.test.ts', 'packages/server/test/**/*.test.ts'];

/**
 * Limits that end what hangs; what must be quick is measured where it matters. CI tries once more, as
 * journeys do, and names what needed it: that is to be mended all the same.
 */
const patience = {
  retry: process.env['CI'] ? 1 : 0,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // What comes of itself comes within a second, unless the machine is busy.
  expect: { poll: { timeout: 10_000 } },
} as const;

/** The same made-up input in every run; `TEST_SEED` tries another. */
const setupFiles = ['packages/server/test/seed.ts'];

/**
 * What answers alike on every engine, or asks it nothing that another test does not ask: crawls,
 * random walks and tables of all endpoints repeat statements that each have a test of their own.
 */
const anyEngine = [
  'adults-told',
  'private-crawl',
  'limits-table',
  'authorization',
  'exports-authorization',
  'ledger-random',
  'order-model.door',
  'order-walks.door',
  'social-visibility.door',
  'calls-in-sandbox',
  'open-room*.door',
  'watch-rooms.door',
  'stripe-journey.door',
  'fuzz*',
  'adults-crawl',
  'drain*',
  'gateway*',
  'hostile-sockets/*',
  'http',
  'kill',
  'start',
  'production',
  'directions',
  'embedded.door',
  'seed.door',
  'presence.door',
  'listener.door',
  'service-preview.door',
  'post-preview.door',
  'upload.door',
  'bucket',
  'demo-discord.door',
  'serve-packs.door',
  'pictures.door',
  'compose-discord.door',
  'backup/faults',
  'commands/*',
].map((name) => `packages/server/**/${name}.test.ts`);

const doors = {
  include: doorTests,
  globalSetup: ['packages/server/test/global-setup.ts'],
  pool: 'forks',
  maxWorkers: 2,
  // Files share what they import, which is a third of the time; each starts a program of its own.
  isolate: false,
  // The server runs from these very sources by Node alone, so no test needs them made into anything else.
  experimental: { viteModuleRunner: false },
  // After the unit tests: groups with limits of their own may not run side by side.
  sequence: { groupOrder: 1 },
  setupFiles,
  ...patience,
} as const;

/** Names what passed at its second try. */
const flaky: Reporter = {
  onTestCaseResult: (test) => {
    if (test.diagnostic()?.flaky)
      process.stdout.write(`▲ flaky: ${test.module.relativeModuleId} › ${test.fullName}\n`);
  },
};

export default defineConfig({
  test: {
    reporters: ['default', flaky],
    projects: [
      {
        test: {
          name: 'unit',
          pool: 'forks',
          maxWorkers: 2,
          include: [
            'packages/*/src/**/*.test.ts',
            'packages/web/app/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...doorTests],
          isolate: false,
          setupFiles,
          ...patience,
        },
      },
      { test: { ...doors, name: 'doors', exclude: [...configDefaults.exclude, ...nodeTests] } },
      {
        test: {
          ...doors,
          name: 'engine',
          sequence: { groupOrder: 3 },
          exclude: [...configDefaults.exclude, ...nodeTests, ...anyEngine],
        },
      },
      {
        test: {
          name: 'nodes',
          include: nodeTests,
          globalSetup: ['packages/server/test/global-setup.ts'],
          pool: 'forks',
          experimental: { viteModuleRunner: false },
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          setupFiles,
          ...patience,
          expect: { poll: { ...patience.expect.poll, interval: 20 } },
        },
      },
    ],
  },
});
