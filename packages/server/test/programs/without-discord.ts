import '../../src/platform/pages/production-react.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@guilda/embedded-postgres';
import { composeProgram } from '../../src/composition/compose.ts';
import { readConfig } from '../../src/config/index.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { mountBuiltPages } from '../../src/platform/pages/built-pages.ts';
import { createLogger } from '../../src/platform/telemetry/logging.ts';

/**
 * Starts the program with its pages and without Discord, at the port in `PORT`. The pages must have been built
 * before.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'guilda-e2e-'));
const serverConfig = readConfig({
  ...{ PORT: process.env['PORT'], HOST: '127.0.0.1', DATA_DIR: dataDir, SEED_DEMO: '0' },
  ...{ RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'warn' },
});
const webRoot = fileURLToPath(new URL('../../../web', import.meta.url));
const serverLog = createLogger(serverConfig.logLevel);
const databaseEngine = await startEmbeddedPostgres({
  dataDir: join(dataDir, 'postgres'),
  log: serverLog,
});
await migrate(databaseEngine.url, serverLog);
const runningProgram = await composeProgram({
  ...{
    config: serverConfig,
    databaseUrl: databaseEngine.url,
    port: serverConfig.port,
    log: serverLog,
  },
  external: { rooms: null, accounts: null },
  mountPages: (app, site) => mountBuiltPages(app, { webRoot, ...site }),
});
process.once('SIGTERM', async () => {
  await runningProgram.close();
  await databaseEngine.stop();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
await runningProgram.listen();
