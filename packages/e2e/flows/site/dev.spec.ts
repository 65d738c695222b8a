import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../../server/src/platform/network/free-port.ts';
import { waitUntilHydrated } from '../../support/hydration.ts';
import { desktopOnly, expect, test } from '../../support/test.ts';

const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url));
/** Vite's cache of bundled packages of an earlier start. */
const viteCacheFolder = join(repositoryRoot, 'packages', 'web', 'node_modules', '.vite');

/** Long, because without its cache Vite first bundles all packages that the page uses. */
const HYDRATION_TIMEOUT_MS = 120_000;

let homeFolder: string;
let devProgram: ChildProcess;
let devUrl: string;
test.beforeEach(async () => {
  test.setTimeout(420_000);
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-dev-'));
  await rm(viteCacheFolder, { recursive: true, force: true });
  const port = await findFreePort();
  devUrl = `http://localhost:${port}`;
  const env = { PORT: `${port}`, DATA_DIR: join(homeFolder, 'data'), SEED_DEMO: '0', NODE_ENV: '' };
  devProgram = spawn(process.execPath, ['scripts/run.mjs', 'scripts/dev.ts'], {
    cwd: repositoryRoot,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
});
test.afterEach(async ({ page }) => {
  // The page is closed first, because an open page would request files that no longer exist.
  await page.close();
  const exitPromise = once(devProgram, 'exit');
  if (devProgram.kill('SIGTERM')) await exitPromise;
  // Deleting is retried: Node's watcher ends before the program that it watches, which may still use the folder.
  await rm(homeFolder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

/** Resolves once the program has printed its address, the last thing a start does. */
const waitUntilReady = () =>
  new Promise<void>((resolve) => {
    let output = '';
    devProgram.stdout?.on('data', (chunk) => {
      output += chunk;
      if (output.includes(`Guilda em ${devUrl}`)) resolve();
    });
  });

test('`npm run dev` survives the first visit after an install', desktopOnly, async ({ page }) => {
  await waitUntilReady();
  let loadCount = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loadCount += 1;
  });
  const failedRequests: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() >= 400) failedRequests.push(`${answer.status()} ${answer.url()}`);
  });
  await page.goto(devUrl);
  await waitUntilHydrated(page, HYDRATION_TIMEOUT_MS);
  // If Vite found another package to bundle while the page loads, Vite would reload the page.
  await page.waitForLoadState('networkidle');
  expect({ loadCount, failedRequests }).toEqual({ loadCount: 1, failedRequests: [] });
  await page.goto(`${devUrl}/community`);
  await waitUntilHydrated(page, HYDRATION_TIMEOUT_MS);
  await page.waitForLoadState('networkidle');
  expect({ loadCount, failedRequests }).toEqual({ loadCount: 2, failedRequests: [] });
});
