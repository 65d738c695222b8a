import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Cluster, startCluster } from '../../packages/server/src/cluster/cluster.ts';
import { findPostgres } from '../../packages/server/src/cluster/programs.ts';
import { freePort, isFree } from '../../packages/server/src/platform/network/free-port.ts';
import { createLogger } from '../../packages/server/src/platform/telemetry/logging.ts';
import { ensureWebBuild } from '../bundle/web-build.ts';
import { rollUnderLoad } from './roll-under-load.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

const HELP = `
  npm run cluster             dois nós com PostgreSQL, Redis e nginx deste computador, para experimentar
  npm run cluster -- --roll   o mesmo com gente dentro: reinicia um nó de cada vez, conta o que custou e encerra
`;
const PORT = 3000;

/** Environment of the nodes; rate limits are raised because all load comes from one machine. */
function nodeEnv(): NodeJS.ProcessEnv {
  const { NODE_ENV: _, ...env } = process.env;
  return { LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000', ...env };
}

async function choosePort(): Promise<number | null> {
  const wanted = Number(process.env['PORT'] ?? PORT);
  if (wanted === 0) return freePort();
  if (await isFree(wanted).catch(() => false)) return wanted;
  complain(
    `\n  A porta ${wanted} está ocupada por outro programa. Encerre-o ou escolha outra: PORT=3100 npm run cluster\n`,
  );
  return null;
}

/** Resolves with the exit code once the work is done. */
async function serve(cluster: Cluster, rollOnly: boolean): Promise<number> {
  say(`\n  Guilda em ${cluster.url}, com dois nós.\n`);
  if (rollOnly) return (await rollUnderLoad(cluster, say)) ? 0 : 1;
  say(
    '  Digite r e Enter para reiniciar um nó de cada vez com gente dentro; Ctrl+C encerra tudo.\n',
  );
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() === 'r')
      await rollUnderLoad(cluster, say).catch((error) => complain(`${error}`));
  }
  // Without a terminal it serves until it gets a signal.
  return new Promise(() => undefined);
}

const stopped = Promise.withResolvers<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('\n  Encerrando tudo…');
    stopped.resolve(0);
  });
}

async function run(pgBin: string, port: number, rollOnly: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-cluster-'));
  // When this runs as root, PostgreSQL runs as another user who must enter the folder.
  await chmod(folder, 0o711);
  const log = createLogger('warn');
  const env = nodeEnv();
  try {
    await ensureWebBuild(say);
    const options = { folder, port, pgBin, env, log, say, onLine: complain };
    const cluster = await startCluster(options);
    try {
      return await Promise.race([serve(cluster, rollOnly), stopped.promise]);
    } finally {
      await cluster.end();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function main(args: readonly string[]): Promise<number> {
  const rollOnly = args.includes('--roll');
  if (args.some((arg) => arg !== '--roll')) {
    complain(HELP);
    return args.includes('--help') ? 0 : 2;
  }
  const pgBin = await findPostgres(process.env['PG_BIN']);
  const port = await choosePort();
  return pgBin === null || port === null ? 1 : run(pgBin, port, rollOnly);
}

process.exit(
  await main(process.argv.slice(2)).catch((error: unknown) => {
    complain(`\n${error instanceof Error ? error.message : error}\n`);
    return 1;
  }),
);
