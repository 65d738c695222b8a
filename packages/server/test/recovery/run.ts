import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { validateSettings } from '../../src/config/index.ts';
import { archiveFindings } from '../../src/doctor/archive.ts';
import { ledgerCheck } from '../../src/ledger-check.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { systemClock } from '../../src/ports/clock.ts';
import { createAnswers } from '../faults/answers.ts';
import { openShopper, publishService } from '../faults/shopper.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { createNode, type NodeProcess } from '../fixtures/server/node-process.ts';
import { startRedis } from '../fixtures/server/redis-server.ts';
import { nodeSettings } from '../fixtures/server/two-nodes.ts';
import { type ArchivingCluster, openArchivingCluster } from './archiving-cluster.ts';

/*
 * `npm run test:recovery`: people buy while PostgreSQL archives its WAL by pgBackRest into a bucket, which refuses
 * everything for a while. All orders are deleted, and `npm run drill` restores the state before the deletion. Then the
 * whole cluster is lost, and the drill shows how many seconds of commits are lost. The test takes some six minutes: a
 * WAL file is closed once a minute, and pgBackRest tries for two minutes before it says that the bucket refuses.
 */

const printLine = (line: string) => process.stdout.write(`${line}\n`);
const drillScript = fileURLToPath(new URL('../../../../scripts/drill.ts', import.meta.url));
const secondsText = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
const secondsSince = (startedAt: number) => secondsText(performance.now() - startedAt);

let failedCount = 0;
function expectThat(isMet: boolean, text: string): void {
  printLine(`${isMet ? '✓' : '✗'} ${text}`);
  if (!isMet) failedCount += 1;
}

/** The program on an archiving cluster. */
interface RecoverySetup {
  readonly cluster: ArchivingCluster;
  readonly node: NodeProcess;
  readonly settings: Readonly<Record<string, string>>;
  readonly metricsUrl: string;
}

/** Runs `npm run drill -- --at TIME` and prints its lines; resolves to its exit code and text. */
async function runDrill({ settings }: Pick<RecoverySetup, 'settings'>, at: Date) {
  const startedAt = performance.now();
  const args = [drillScript, '--at', at.toISOString()];
  const { code, text } = await new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, ...settings } }, (error, _, text) =>
      resolve({ code: error ? Number(error.code) : 0, text }),
    );
  });
  for (const line of text.trim().split('\n')) printLine(`    ${line}`);
  printLine(`  the drill took ${secondsSince(startedAt)}`);
  return { code, text };
}

async function countOrders({ cluster }: RecoverySetup): Promise<number> {
  const [row] = await cluster.query<{ n: number }>('SELECT count(*)::int AS n FROM payments');
  return row?.n ?? 0;
}

/** Signs somebody in who then places one order after the other. */
async function startShopping({ node }: RecoverySetup, serviceId: string, name: string) {
  const buyer = await signInAs(node.url, `${name}@pessoas.example`, name);
  const shopperOptions = { serviceId, answers: createAnswers(), pauseMs: 50 };
  return openShopper(node.url, buyer, shopperOptions);
}

/** Places orders for some seconds, and resolves when the last one is paid. */
async function shop(setup: RecoverySetup, serviceId: string, name: string, seconds: number) {
  const shopper = await startShopping(setup, serviceId, name);
  await delay(seconds * 1000);
  await shopper.stop();
}

/** Waits until archiving a WAL file succeeded or failed after a time. */
async function waitForArchiver(
  { cluster }: RecoverySetup,
  result: 'archived' | 'failed',
  since: Date,
): Promise<void> {
  const startedAt = performance.now();
  for (;;) {
    const [row] = await cluster.query<{ at: Date | null }>(
      `SELECT last_${result}_time AS at FROM pg_stat_archiver`,
    );
    if (row?.at && row.at > since) break;
    if (performance.now() - startedAt > 300_000) throw new Error(`no WAL file is ${result}`);
    await delay(200);
  }
  printLine(`  ${result} ${secondsSince(startedAt)} later`);
}

const waitUntilArchived = (setup: RecoverySetup, since: Date) =>
  waitForArchiver(setup, 'archived', since);

/** Places orders while the bucket refuses every call. Their WAL must be archived once the bucket answers again. */
async function shopDuringOutage(setup: RecoverySetup, serviceId: string): Promise<void> {
  const { query, s3 } = setup.cluster;
  s3.state.fault = ({ response }) => {
    response.writeHead(503).end();
    return true;
  };
  const refusedAt = new Date();
  const objectCount = s3.stored().length;
  const orderCount = await countOrders(setup);
  await shop(setup, serviceId, 'compra-sem-bucket', 2);
  await query('SELECT pg_switch_wal()');
  await waitForArchiver(setup, 'failed', refusedAt);
  expectThat(s3.stored().length === objectCount, 'the bucket gets no WAL while it refuses it');
  expectThat((await countOrders(setup)) > orderCount, 'people still buy meanwhile');
  s3.state.fault = null;
  await waitUntilArchived(setup, new Date());
}

/** Deletes all orders and half of the ledger, which the product itself never does. */
async function destroyOrders(setup: RecoverySetup): Promise<void> {
  const { cluster } = setup;
  await cluster.query(`SET session_replication_role = replica;
    DELETE FROM payment_steps; DELETE FROM payments; DELETE FROM ledger_entries WHERE amount > 0`);
  const env = { DATABASE_URL: cluster.databaseUrl };
  const ledgerCode = await ledgerCheck({ env, printLine: () => {} });
  expectThat(
    (await countOrders(setup)) === 0 && ledgerCode === 1,
    'all orders are destroyed, and the ledger no longer balances',
  );
}

/**
 * Checks that the drill refuses times that it cannot restore. Must be called just after WAL was archived, so that none
 * is archived during the checks.
 */
async function checkRefusals(setup: RecoverySetup, openedAt: Date): Promise<void> {
  const refusals = [
    [new Date(), /WAL arquivado não chega/, 'that is not archived yet'],
    [new Date(openedAt.getTime() - 60_000), /cópia mais antiga/, 'before the oldest backup'],
    [new Date(Date.now() + 3_600_000), /não chegou/, 'in the future'],
  ] as const;
  for (const [at, pattern, description] of refusals) {
    const { code, text } = await runDrill(setup, at);
    expectThat(code === 2 && pattern.test(text), `a time ${description} is refused`);
  }
}

/** Checks what `npm run doctor` and the metrics say about a cluster that archives. */
async function checkAlarms({ cluster, metricsUrl }: RecoverySetup, isSound: boolean) {
  const { config } = validateSettings({ DATABASE_URL: cluster.databaseUrl });
  const [finding] = await archiveFindings(config, systemClock);
  expectThat(finding?.ok === isSound, `the doctor says: ${finding?.text}`);
  const text = await (await fetch(metricsUrl)).text();
  const ageOf = (name: string) => {
    const [, seconds = '0'] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
    return Date.now() / 1000 - Number(seconds);
  };
  const backupAge = ageOf('guilda_cluster_backup_timestamp_seconds');
  const archiveAge = ageOf('guilda_wal_archived_timestamp_seconds');
  printLine(
    `  by the metrics: backup ${backupAge.toFixed(0)} s old, WAL ${archiveAge.toFixed(0)} s`,
  );
  expectThat(
    Math.max(backupAge, archiveAge) < 600 === isSound,
    `the metrics ${isSound ? 'know the newest backup and WAL' : 'say that nothing is archived yet'}`,
  );
}

/** Deletes all orders, and checks that the drill restores them at a time before the deletion. */
async function recoverDestroyedOrders(setup: RecoverySetup, serviceId: string): Promise<void> {
  const openedAt = new Date();
  await shop(setup, serviceId, 'compra-antes', 3);
  printLine(`  a full backup took ${secondsText(await setup.cluster.backUp('full'))}`);
  await shop(setup, serviceId, 'compra', 10);
  await shopDuringOutage(setup, serviceId);
  const orderCount = await countOrders(setup);
  await delay(1_000);
  const goodTime = new Date();
  await delay(1_000);
  await shop(setup, serviceId, 'compra-depois', 2);
  printLine(`  ${orderCount} orders at ${goodTime.toISOString()}, ${await countOrders(setup)} now`);
  await destroyOrders(setup);
  await waitUntilArchived(setup, new Date());
  await checkRefusals(setup, openedAt);
  const { code, text } = await runDrill(setup, goodTime);
  const reachedMs = Date.parse(/commit antes dessa hora é de (\S+Z)/.exec(text)?.[1] ?? '');
  expectThat(code === 0, 'the drill passes');
  expectThat(text.includes(`passos de ${orderCount} pedidos`), `all ${orderCount} orders are back`);
  expectThat(reachedMs <= goodTime.getTime(), 'nothing after the time is applied');
}

/** Loses the cluster after people bought, and measures how many seconds of commits before the loss are not restored. */
async function loseCluster(setup: RecoverySetup, serviceId: string): Promise<void> {
  // The worst case is a loss just before the next WAL file is closed. Commits must be dense to show what is lost.
  const shopper = await startShopping(setup, serviceId, 'compra-no-fim');
  await waitUntilArchived(setup, new Date());
  await delay(50_000);
  await shopper.stop();
  const lostAt = new Date();
  await setup.cluster.lose();
  await setup.node.kill();
  const { code, text } = await runDrill(setup, lostAt);
  const [, lastCommit = ''] = /o último commit arquivado é de (\S+Z)/.exec(text) ?? [];
  const lossMs = lostAt.getTime() - Date.parse(lastCommit);
  expectThat(
    code === 2 && lossMs < 62_000,
    `the last ${secondsText(lossMs)} are lost with the cluster, about a minute at most`,
  );
  const drillResult = await runDrill(setup, new Date(lastCommit));
  expectThat(
    drillResult.code === 1 && /^✗ O livro-caixa .*\(sum, /m.test(drillResult.text),
    'all before that is restored without the cluster, and the destroyed ledger is noticed',
  );
}

const leftFolders = async () =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('guilda-drill-'));

async function runAll(setup: RecoverySetup): Promise<void> {
  const foldersBefore = await leftFolders();
  await setup.node.start();
  await checkAlarms(setup, false);
  const seller = await signInAs(setup.node.url, 'v@pessoas.example', 'Vendedora');
  const serviceId = await publishService(seller);
  await recoverDestroyedOrders(setup, serviceId);
  await checkAlarms(setup, true);
  await loseCluster(setup, serviceId);
  const newFolders = (await leftFolders()).filter((name) => !foldersBefore.includes(name));
  expectThat(newFolders.length === 0, 'the drills leave no folder behind');
}

const cluster = await openArchivingCluster();
const redis = await startRedis();
const metricsPort = await findFreePort();
const settings = {
  ...nodeSettings(cluster.home, cluster.databaseUrl, redis.url),
  ...cluster.pgBackRestEnv,
  METRICS_PORT: String(metricsPort),
};
const node = await createNode(settings);
const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
try {
  await runAll({ cluster, node, settings, metricsUrl });
} finally {
  await node.kill();
  await redis.stop();
  await cluster.close();
}
printLine(failedCount === 0 ? '✓ every promise was kept' : `✗ ${failedCount} checks failed`);
process.exit(failedCount === 0 ? 0 : 1);
