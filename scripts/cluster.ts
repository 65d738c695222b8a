import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Cluster, startCluster } from '../packages/server/src/cluster/cluster.ts';
import { findPostgres } from '../packages/server/src/cluster/programs.ts';
import { freePort, isFree } from '../packages/server/src/platform/free-port.ts';
import { createLogger } from '../packages/server/src/platform/logging.ts';
import { rollUnderLoad } from './cluster-roll.ts';
import { ensureWebBuild } from './web-build.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`${line}\n`);

const HELP = `
  npm run cluster             dois nós com PostgreSQL, Redis e nginx deste computador, para experimentar
  npm run cluster -- --roll   o mesmo com gente dentro: reinicia um nó de cada vez, conta o que custou e encerra
`;
const PORT = 3000;

/** What nodes are told by whoever runs this, and what one machine needs that plays many people. */
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

/** Resolves once all that is asked for is done, or somebody wants to leave. */
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
  // Without a terminal it serves until it is told to end.
  return new Promise(() => undefined);
}

const left = Promise.withResolvers<number>();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    say('\n  Encerrando tudo…');
    left.resolve(0);
  });
}

async function run(pgBin: string, port: number, rollOnly: boolean): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'guilda-cluster-'));
  // For root, PostgreSQL runs as somebody else, who must get through to a folder of its own.
  await chmod(folder, 0o711);
  const log = createLogger('warn');
  const env = nodeEnv();
  try {
    await ensureWebBuild(say);
    const options = { folder, port, pgBin, env, log, say, hear: complain };
    const cluster = await startCluster(options);
    try {
      return await Promise.race([serve(cluster, rollOnly), left.promise]);
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
