import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ledgerCheck } from '../../src/ledger-check.ts';
import { createAnswers } from '../faults/answers.ts';
import { openShopper, publishService } from '../faults/shopper.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import { startRedis } from '../fixtures/server/redis-server.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';
import { type ArchivingCluster, openArchivingCluster } from './archiving-cluster.ts';

/*
 * `npm run test:recovery`: people buy while PostgreSQL archives its WAL by pgBackRest, then all orders are destroyed,
 * and the drill shows that they are back at a time before that. It takes about four minutes, because WAL files are
 * closed once a minute.
 */

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const drillScript = fileURLToPath(new URL('../../../../scripts/drill.ts', import.meta.url));
const secondsSince = (startedAt: number) =>
  `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;

let failedCount = 0;
function expectThat(isMet: boolean, text: string): void {
  printLine(`${isMet ? '✓' : '✗'} ${text}`);
  if (!isMet) failedCount += 1;
}

type Settings = Readonly<Record<string, string>>;

/** Runs `npm run drill -- --at TIME`; its lines are printed. */
async function runDrill(settings: Settings, at: Date): Promise<{ code: number; text: string }> {
  const env = { ...process.env, ...settings };
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, [drillScript, '--at', at.toISOString()], { env }, (error, _, text) =>
      resolve({ code: error ? Number(error.code) : 0, text }),
    );
  });
  for (const line of text.trim().split('\n')) printLine(`    ${line}`);
  return { code, text };
}

async function countOrders(cluster: ArchivingCluster): Promise<number> {
  const [row] = await cluster.query<{ n: number }>('SELECT count(*)::int AS n FROM payments');
  return row?.n ?? 0;
}

/** Places orders for some seconds, and waits until the last one is paid. */
async function shop(node: NodeProcess, serviceId: string, name: string, seconds: number) {
  const answers = createAnswers();
  const buyer = await signInAs(node.url, `${name}@pessoas.example`, name);
  const shopper = openShopper(node.url, buyer, { serviceId, answers, pauseMs: 50 });
  await delay(seconds * 1000);
  await shopper.stop();
}

/** Waits until WAL of a time is archived; resolves to the seconds that it took. */
async function waitUntilArchived(cluster: ArchivingCluster, since: Date): Promise<string> {
  const startedAt = performance.now();
  for (;;) {
    const [row] = await cluster.query<{ at: Date | null }>(
      'SELECT last_archived_time AS at FROM pg_stat_archiver',
    );
    if (row?.at && row.at > since) return secondsSince(startedAt);
    if (performance.now() - startedAt > 150_000) throw new Error('the WAL is not archived');
    await delay(200);
  }
}

/** Deletes all orders and what belongs to them, which the product itself never does. */
const destroyOrders = (cluster: ArchivingCluster) =>
  cluster.query(`SET session_replication_role = replica;
    DELETE FROM payment_steps; DELETE FROM payments; DELETE FROM ledger_entries WHERE amount > 0`);

/** Everything that a drill could leave behind. */
async function leftBehind(): Promise<string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('guilda-drill-'));
}

async function checkRefusals(settings: Settings, startedAt: Date, since: Date): Promise<void> {
  const tooOld = await runDrill(settings, new Date(startedAt.getTime() - 60_000));
  expectThat(
    tooOld.code === 2 && /cópia mais antiga/.test(tooOld.text),
    'a time before the backup is refused',
  );
  const later = await runDrill(settings, new Date(Date.now() + 60_000));
  expectThat(later.code === 2 && /não chegou/.test(later.text), 'a time in the future is refused');
  const justNow = await runDrill(settings, since);
  expectThat(
    justNow.code === 2 && /WAL arquivado não chega/.test(justNow.text),
    'a time that is not archived yet is refused',
  );
}

async function recoverDestroyedOrders(
  cluster: ArchivingCluster,
  node: NodeProcess,
  settings: Settings,
) {
  const openedAt = new Date();
  await node.start();
  const seller = await signInAs(node.url, 'v@pessoas.example', 'Vendedora');
  const serviceId = await publishService(seller);
  await shop(node, serviceId, 'compra-antes', 3);
  printLine(`  full backup: ${((await cluster.backUp('full')) / 1000).toFixed(1)} s`);
  await shop(node, serviceId, 'compra', 10);
  const orderCount = await countOrders(cluster);
  await delay(1_000);
  const goodTime = new Date();
  await delay(1_000);
  await shop(node, serviceId, 'compra-depois', 2);
  await destroyOrders(cluster);
  const destroyedAt = new Date();
  expectThat(
    (await countOrders(cluster)) === 0,
    `${orderCount} orders at the noted time are destroyed`,
  );
  const ledgerCode = await ledgerCheck({
    env: { DATABASE_URL: cluster.databaseUrl },
    printLine: () => {},
  });
  expectThat(ledgerCode === 1, 'the ledger no longer balances');
  await checkRefusals(settings, openedAt, destroyedAt);
  printLine(`  archived after ${await waitUntilArchived(cluster, destroyedAt)}`);
  const startedAt = performance.now();
  const { code, text } = await runDrill(settings, goodTime);
  printLine(`  drill: ${secondsSince(startedAt)}`);
  const reached = Date.parse(/commit antes dessa hora é de (\S+Z)/.exec(text)?.[1] ?? '');
  expectThat(code === 0, 'the drill passes');
  expectThat(text.includes(`passos de ${orderCount} pedidos`), `all ${orderCount} orders are back`);
  expectThat(reached <= goodTime.getTime(), 'nothing after the noted time is applied');
  expectThat(goodTime.getTime() - reached < 60_000, 'less than a minute before it is missing');
}

const cluster = await openArchivingCluster();
const redis = await startRedis();
const settings = {
  ...nodeSettings(cluster.home, cluster.databaseUrl, redis.url),
  PGBACKREST_CONFIG: cluster.configPath,
};
const node = await createNode(settings);
const before = await leftBehind();
try {
  await recoverDestroyedOrders(cluster, node, settings);
  const left = (await leftBehind()).filter((name) => !before.includes(name));
  expectThat(left.length === 0, 'the drill leaves no folder behind');
} finally {
  await node.kill();
  await redis.stop();
  await cluster.close();
}
printLine(
  failedCount === 0
    ? '✓ the destroyed orders can be brought back'
    : `✗ ${failedCount} checks failed`,
);
process.exit(failedCount === 0 ? 0 : 1);
