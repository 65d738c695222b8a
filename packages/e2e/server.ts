import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Starts the program as a person would, on an empty data directory of its own that goes when it
 * stops. `PORT` says where; the limits are out of the way.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'guilda-e2e-'));
const run = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
const program = spawn(process.execPath, [run, 'scripts/start.ts'], {
  stdio: 'inherit',
  env: {
    ...process.env,
    DATA_DIR: dataDir,
    SEED_DEMO: '0',
    RATE_LIMIT_FACTOR: '1000',
    LOG_LEVEL: 'warn',
    // Long enough that no active person of a flow is shown as away.
    AWAY_AFTER_SECONDS: '20',
    // Money of orders that buyers confirm is available at once; that of others clears for three days.
    CLEARING_HOURS_CONFIRMED: '0',
    // Longer than anything that is done about a call that rings, and no longer.
    CALL_RING_SECONDS: '25',
    ADMIN_EMAILS: 'equipe@flows.example',
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => program.kill(signal));
program.once('exit', (code) => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(code ?? 1);
});
