import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ClusterChild } from '../../src/cluster/child.ts';
import { hasNginx } from '../../src/cluster/programs.ts';
import { PROXY_TEMPLATE, prepareProxy, startProxy } from '../../src/cluster/proxy.ts';
import { type RestartResult, restartNodesInTurn } from '../../src/cluster/rolling-restart.ts';
import { findFreePort } from '../../src/platform/network/free-port.ts';
import { waitUntilSettled } from '../faults/settled.ts';
import { areOrdersKept, checkOrders } from '../faults/shopper.ts';
import { watchConnections } from '../fixtures/checks/watch-connections.ts';
import { openSteadyLoad, type SteadyLoad } from '../fixtures/clients/steady-load.ts';
import { type Nodes, startNodes } from '../fixtures/server/two-nodes.ts';
import { type S3, startS3 } from '../s3/server.ts';

const MISSING_PROGRAM_TEXT =
  'nginx is missing, which these tests start: install it, such as by apt-get install nginx-light';
/** Maximum time in ms after SIGTERM until a node has ended (docs/product/limits.md). */
const MAX_END_MS = 10_000;
/** Attempts that a client needs after a lost connection: one, and one more if that meets the other node's end. */
const MAX_ATTEMPTS_PER_LOSS = 2;

let nodes: Nodes;
let proxyChild: ClusterChild;
let bucketServer: S3;
let homeFolder: string;
let proxyUrl: string;
beforeAll(async () => {
  if (!(await hasNginx())) throw new Error(MISSING_PROGRAM_TEXT);
  homeFolder = await mkdtemp(join(tmpdir(), 'guilda-nginx-'));
  bucketServer = await startS3();
  nodes = await startNodes({ TRUSTED_PROXIES: '127.0.0.1', ...bucketServer.env });
  const listen = `127.0.0.1:${await findFreePort()}`;
  proxyUrl = `http://${listen}`;
  const ports = [nodes.first.port, nodes.second.port];
  proxyChild = await startProxy({ folder: join(homeFolder, 'rolling'), listen, nodes: ports });
});
afterAll(async () => {
  await proxyChild?.end();
  await nodes?.close();
  await bucketServer?.close();
  if (homeFolder) await rm(homeFolder, { recursive: true, force: true });
});

interface RollingRestartResult extends RestartResult {
  /** Times in ms after the SIGTERM until each disconnected socket was registered again. */
  readonly reconnectTimes: readonly number[];
}

async function restartNodesUnder(steadyLoad: SteadyLoad): Promise<readonly RollingRestartResult[]> {
  const connectionWatch = watchConnections(steadyLoad.clients);
  const restarts: RestartResult[] = [];
  for await (const restart of restartNodesInTurn([nodes.first, nodes.second]))
    restarts.push(restart);
  connectionWatch.stop();
  return restarts.map((restart, n) => {
    const nextStopAt = restarts[n + 1]?.stoppedAt ?? Number.POSITIVE_INFINITY;
    const reconnectTimes = connectionWatch.backAfter(restart.stoppedAt, nextStopAt);
    return { ...restart, reconnectTimes };
  });
}

const formatRounded = (times: readonly number[]) => times.map(Math.round).join(', ');

it('nginx accepts its file in `deploy` unchanged', async () => {
  await prepareProxy(join(homeFolder, 'as-it-is'), await readFile(PROXY_TEMPLATE, 'utf8'));
});

/** The status of the answer to a request that announces a body of 13 MB and never sends it. */
async function statusWithoutBody(method: string, path: string): Promise<number | undefined> {
  const headers = {
    'content-type': 'multipart/form-data; boundary=x',
    'content-length': 13_000_000,
  };
  const clientRequest = request(`${proxyUrl}${path}`, { method, headers });
  clientRequest.flushHeaders();
  const [response] = (await once(clientRequest, 'response')) as [IncomingMessage];
  clientRequest.destroy();
  return response.statusCode;
}

it('nginx collects no body on its disk: the node answers before any byte of one has arrived', async () => {
  expect(await statusWithoutBody('POST', '/api/archives')).toBe(401);
  expect(await statusWithoutBody('PATCH', '/api/users/')).toBe(401);
  expect(await statusWithoutBody('POST', '/api/social/post/')).toBe(401);
  expect(await statusWithoutBody('GET', '/api/services')).toBe(200);
});

it('nodes that are restarted in turn behind nginx lose no request and no message', {
  timeout: 180_000,
}, async () => {
  const load = await openSteadyLoad(proxyUrl, nodes.signIn);
  const restarts = await restartNodesUnder(load);
  await load.stop();
  const messageReport = await waitUntilSettled(nodes.databaseUrl, load.clients);
  const orderReport = await checkOrders(nodes.databaseUrl, load.shoppers);
  const connections = load.clients.map(({ lostConnections, reconnectAttempts }) => ({
    lostConnections,
    reconnectAttempts,
  }));
  for (const client of load.clients) client.close();
  process.stdout.write(
    `rolling restart: ${load.answers.successful} requests done, ${load.listFailures().length} failed; ` +
      `${messageReport.stored} messages, ${orderReport.confirmed} orders; ` +
      `ended in ${formatRounded(restarts.map(({ shutdownMs }) => shutdownMs))} ms, ` +
      `ready in ${formatRounded(restarts.map(({ readyMs }) => readyMs))} ms, ` +
      `sockets back after ${formatRounded(restarts.flatMap(({ reconnectTimes }) => reconnectTimes))} ms\n`,
  );
  expect(load.listFailures()).toEqual([]);
  expect(load.purchasesWithoutProvider().length).toBeLessThanOrEqual(restarts.length);
  expect(load.answers.successful).toBeGreaterThan(100);
  expect(messageReport).toMatchObject({ lost: 0, duplicated: 0, reordered: 0, examples: [] });
  expect(areOrdersKept(orderReport)).toBe(true);
  expect(orderReport.confirmed).toBeGreaterThan(0);
  for (const { exitCode, shutdownMs, reconnectTimes } of restarts) {
    expect(exitCode).toBe(0);
    expect(shutdownMs).toBeLessThan(MAX_END_MS);
    for (const ms of reconnectTimes) expect(ms).toBeLessThan(Number.POSITIVE_INFINITY);
  }
  // How long a client takes hangs on the machine; how often it must try shows whether nginx leads it to a ready node.
  for (const { lostConnections, reconnectAttempts } of connections)
    expect(reconnectAttempts).toBeLessThanOrEqual(lostConnections * MAX_ATTEMPTS_PER_LOSS);
  // The test would prove nothing if a restart disconnected no socket.
  expect(restarts.flatMap(({ reconnectTimes }) => reconnectTimes).length).toBeGreaterThan(0);
});
