import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startCluster, type TwoNodeCluster } from '../../packages/server/src/cluster/cluster.ts';
import { findPostgres } from '../../packages/server/src/cluster/programs.ts';
import { findFreePort, isPortFree } from '../../packages/server/src/platform/network/free-port.ts';
import { createLogger } from '../../packages/server/src/platform/telemetry/logging.ts';
import { ensureWebBuild } from '../bundle/web-build.ts';
import { restartUnderLoad } from './roll-under-load.ts';

const printLine = (line: string) => void process.stdout.write(`${line}\n`);
const printError = (line: string) => void process.stderr.write(`${line}\n`);

const HELP_TEXT = `
  npm run cluster             dois nós com PostgreSQL, Redis e nginx deste computador, para experimentar
  npm run cluster -- --roll   o mesmo com gente dentro: reinicia um nó de cada vez, conta o que custou e encerra
`;
const DEFAULT_PORT = 3000;

/** Environment of the nodes; rate limits are raised, because all requests come from one address. */
function readNodeEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...env } = process.env;
  return { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000', ...env };
}

/** The port of `PORT`, or any free one for `PORT=0`; prints an error and returns null when it is taken. */
async function choosePort(): Promise<number | null> {
  const requestedPort = Number(process.env['PORT'] ?? DEFAULT_PORT);
  if (requestedPort === 0) return findFreePort();
  if (await isPortFree(requestedPort).catch(() => false)) return requestedPort;
  printError(
    `\n  A porta ${requestedPort} está ocupada por outro programa. Encerre-o ou escolha outra: PORT=3100 npm run cluster\n`,
  );
  return null;
}

/** With `rollOnly`, resolves to the exit code after one rolling restart; otherwise serves and never resolves. */
async function serveUntilStopped(cluster: TwoNodeCluster, rollOnly: boolean): Promise<number> {
  printLine(`\n  Guilda em ${cluster.url}, com dois nós.\n`);
  if (rollOnly) return (await restartUnderLoad(cluster, printLine)) ? 0 : 1;
  printLine(
    '  Digite r e Enter para reiniciar um nó de cada vez com gente dentro; Ctrl+C encerra tudo.\n',
  );
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'r')
      await restartUnderLoad(cluster, printLine).catch((error) => printError(`${error}`));
  }
  // When stdin has ended, as without a terminal, the cluster still serves until the process gets a signal.
  return new Promise(() => undefined);
}

/** Resolves to the exit code when the process gets a signal to stop. */
const stopRequested = Promise.withResolvers<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    printLine('\n  Encerrando tudo…');
    stopRequested.resolve(0);
  });
}

async function runCluster(pgBin: string, port: number, rollOnly: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-cluster-'));
  // PostgreSQL runs as another user when the cluster runs as root, and that user must be able to enter the folder.
  await chmod(folder, 0o711);
  const log = createLogger('warn');
  const env = readNodeEnv();
  try {
    await ensureWebBuild(printLine);
    const options = { folder, port, pgBin, env, log, printLine, onLine: printError };
    const cluster = await startCluster(options);
    try {
      return await Promise.race([serveUntilStopped(cluster, rollOnly), stopRequested.promise]);
    } finally {
      await cluster.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runClusterCommand(args: readonly string[]): Promise<number> {
  const rollOnly = args.includes('--roll');
  if (args.some((arg) => arg !== '--roll')) {
    printError(HELP_TEXT);
    return args.includes('--help') ? 0 : 2;
  }
  const pgBin = await findPostgres(process.env['PG_BIN']);
  const port = await choosePort();
  return pgBin === null || port === null ? 1 : runCluster(pgBin, port, rollOnly);
}

process.exit(
  await runClusterCommand(process.argv.slice(2)).catch((error: unknown) => {
    printError(`\n${error instanceof Error ? error.message : error}\n`);
    return 1;
  }),
);
