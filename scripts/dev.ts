import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// `npm run dev` runs this file, which runs the server and restarts it when its sources change; Vite reloads the pages.
const repositoryRoot = fileURLToPath(new URL('..', import.meta.url));
const watchedPaths = [
  'packages/contract/src',
  'packages/media-metadata/src',
  'packages/sandboxes/src',
  'packages/server/src',
].map((path) => `--watch-path=${path}`);
const serverProcess = spawn(
  process.execPath,
  ['--watch-preserve-output', ...watchedPaths, 'scripts/dev-server.ts'],
  {
    cwd: repositoryRoot,
    stdio: 'inherit',
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => serverProcess.kill(signal));
serverProcess.once('exit', (code) => process.exit(code ?? 0));
