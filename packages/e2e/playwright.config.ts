import { createServer } from 'node:net';
import { defineConfig, devices } from '@playwright/test';
import { inShell } from './support/chromium.ts';
import { consentCookie } from './support/consent.ts';

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

// Workers read this file again; they must find the port that the first reading chose.
process.env['E2E_PORT'] ??= String(await freePort());
const port = process.env['E2E_PORT'];
/** `E2E_BASE_URL` tries a program that runs already. */
const running = process.env['E2E_BASE_URL'];

const baseURL = running ?? `http://localhost:${port}`;

/** Everybody has refused to be counted before: a journey about something else is not asked. */
const answered = {
  cookies: [consentCookie('refused', baseURL)],
  origins: [],
};

const chromium = { ...devices['Desktop Chrome'], launchOptions: inShell() };

/** What a person does, in the system's Chromium, at both widths. */
export default defineConfig({
  testDir: 'journeys',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: true,
  // One more try where the machine is shared; the list still names it as flaky, with a trace.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  timeout: 60_000,
  expect: { timeout: 8_000 },
  reporter: [['list']],
  use: {
    baseURL,
    storageState: answered,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    contextOptions: { reducedMotion: 'reduce' },
    // What a worker passes on, `page.route` does not see; journeys about the worker ask for it.
    serviceWorkers: 'block',
    trace: 'on-first-retry',
  },
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: {
        ...chromium,
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        isMobile: true,
        hasTouch: true,
      },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...chromium, viewport: { width: 1440, height: 900 } },
    },
  ],
  ...(running
    ? {}
    : {
        webServer: {
          command: `"${process.execPath}" server.ts`,
          url: `http://localhost:${port}/readyz`,
          env: { PORT: port },
          stdout: 'ignore' as const,
          stderr: 'pipe' as const,
          // The first start builds the pages and makes a database.
          timeout: 180_000,
          gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 15_000 },
        },
      }),
});
