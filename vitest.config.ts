import { configDefaults, defineConfig } from 'vitest/config';

const doorTests = ['packages/server/**/*.door.test.ts', 'packages/server/test/**/*.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'packages/web/app/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, ...doorTests],
        },
      },
      {
        test: {
          name: 'doors',
          include: doorTests,
          globalSetup: ['packages/server/test/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // After the unit tests: groups with limits of their own may not run side by side.
          sequence: { groupOrder: 1 },
          testTimeout: 20_000,
          hookTimeout: 30_000,
          // What comes of itself comes within a second, unless the machine is busy.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
