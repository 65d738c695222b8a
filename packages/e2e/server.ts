import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts the program on an empty data directory, which is deleted when the program stops. `PORT` sets the port. Rate
 * limits are raised so that they do not affect the tests.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'guilda-e2e-'));
const runScript = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const serverProcess = spawn(process.execPath, [runScript, 'scripts/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    SEED_DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    // Money of orders that the buyer completes is available at once; for all other orders the default of three days
    // applies.
    CLEARING_HOURS_CONFIRMED: '0',
    // The ring time is longer than any step of a test with a ringing call.
    CALL_RING_SECONDS: '75',
    ADMIN_EMAILS: 'equipe@flows.example',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => serverProcess.kill(signal));
serverProcess.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
