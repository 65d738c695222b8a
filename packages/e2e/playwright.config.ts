import { defineConfig, devices } from '@playwright/test';
import { requireNode } from '../../scripts/node-version.mjs';
import { findFreePort } from '../server/src/platform/network/free-port.ts';
import { headlessShellOptions } from './support/chromium.ts';
import { consentCookie } from './support/consent.ts';

// `npx playwright test` and test runners of editors bypass scripts/run.mjs, which checks the version of Node otherwise.
requireNode();

// Workers load this file again and must use the same port.
process.env['E2E_PORT'] ??= String(await findFreePort());
const customPort = process.env['E2E_PORT'];
/** URL of a running server to test; undefined to start a server for the tests. */
const runningServerUrl = process.env['E2E_BASE_URL'];

const baseURL = runningServerUrl ?? `http://localhost:${customPort}`;

/** Browser storage in which analytics consent is refused, so that no consent banner covers the pages. */
const answeredConsent = {
  cookies: [consentCookie('refused', baseURL)],
  origins: [],
};

const chromiumSettings = { ...devices['Desktop Chrome'], launchOptions: headlessShellOptions() };

/** End-to-end tests in the system's Chromium, at phone and desktop width. */
export default defineConfig({
  testDir: 'flows',
  outputDir: 'test-results',
  // Flows keep two processors busy for most of their time; the third browser works while others wait for a timeout or
  // a slow network on purpose.
  workers: 3,
  fullyParallel: true,
  // CI machines are shared, so one retry is allowed there. The report still marks a retried test as flaky, with a
  // trace.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  // Timeouts that end hanging tests, long enough for a machine ten times as slow as an idle one.
  timeout: 420_000,
  expect: { timeout: 45_000 },
  reporter: [['list']],
  use: {
    baseURL,
    storageState: answeredConsent,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    contextOptions: { reducedMotion: 'reduce' },
    // `page.route` does not see requests of a service worker; only tests of the service worker change this setting.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        ...chromiumSettings,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
      },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...chromiumSettings, viewport: { width: 1440, height: 900 } },
    },
  ],
  ...(runningServerUrl
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" server.ts`,
          url: `http://localhost:${customPort}/readyz`,
          env: { PORT: customPort },
          stdout: 'ignore' as const,
          stderr: 'pipe' as const,
          // The first start builds the pages and makes a database.
          timeout: 600_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
        },
      }),
});
