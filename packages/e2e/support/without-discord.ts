import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../server/src/platform/network/free-port.ts';
import { test as base, expect } from './test.ts';

const serverProgram = fileURLToPath(
  new URL('../../server/test/programs/without-discord.ts', import.meta.url),
);

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** Test function for flows in a separate program without Discord. */
export const test = base.extend<object, { installation: string }>({
  installation: [
    // biome-ignore lint/correctness/noEmptyPattern: the empty pattern tells Playwright that this fixture uses no other fixture
    async ({}, use) => {
      const port = await findFreePort();
      const child = spawn(process.execPath, [serverProgram], {
        env: { ...process.env, PORT: String(port) },
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      const exitPromise = once(child, 'exit');
      const url = `http://localhost:${port}`;
      await expect.poll(() => isReady(url), { timeout: 90_000 }).toBe(true);
      await use(url);
      child.kill('SIGTERM');
      await exitPromise;
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ installation }, use) => use(installation),
});
