import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatClient,
  openChatClient,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { type ChatProxy, startProxy } from '../fixtures/clients/chat-proxy.ts';
import { connectSocket, type TestSocket } from '../fixtures/clients/sockets.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { type Fault, formatMs } from './fault.ts';
import { type FaultServer, openFaultServer } from './fault-server.ts';
import { messageFigures, waitUntilSettled } from './settled.ts';

const OUTAGE_MS = 15_000;
const MAX_HEALING_MS = 30_000;
const PAUSE_MS = 20;

const portOf = (url: string) => Number(new URL(url).port);

/** The URL with the port of the proxy, so that a client connects through it. */
function urlThroughProxy(url: string, proxy: ChatProxy): string {
  const proxiedUrl = new URL(url);
  proxiedUrl.port = String(portOf(proxy.url));
  return proxiedUrl.href;
}

/** A server whose second node reaches Redis or PostgreSQL through a proxy that can be cut. */
async function openCutServer(settingName: 'REDIS_URL' | 'DATABASE_URL') {
  let proxy: ChatProxy | null = null;
  const server: FaultServer = await openFaultServer({}, async (nodeNumber, stores) => {
    if (nodeNumber === 0) return {};
    proxy = await startProxy([portOf(stores[settingName])]);
    return { [settingName]: urlThroughProxy(stores[settingName], proxy) };
  });
  if (proxy === null) throw new Error('the second node has no way of its own');
  return { server, proxy: proxy as ChatProxy };
}

/** Signs in two people, one on each node, who write to each other until stopped. */
async function startConversation(server: FaultServer) {
  const clients: ChatClient[] = [];
  for (const [n, name] of ['Primeira', 'Segunda'].entries()) {
    const node = server.nodes[n === 0 ? 0 : 1];
    const person = await signInAs(server.nodes[0].url, `${name.toLowerCase()}@p.example`, name);
    clients.push(openChatClient(node.url, person));
  }
  await waitUntilAllOnline(clients);
  let isRunning = true;
  const chatPromises = clients.map(async (client, n) => {
    for (let messageCount = 0; isRunning; messageCount += 1) {
      await client.send(clients[1 - n]?.uid ?? '', `${messageCount}`);
      await delay(PAUSE_MS);
    }
  });
  for (const chatPromise of chatPromises) chatPromise.catch(() => undefined);
  const stop = async () => {
    isRunning = false;
    await Promise.all(chatPromises);
  };
  return { clients, stop };
}

const hasSeen = (socket: TestSocket, uid: string) =>
  socket.payloadsOf('userConnected').some(({ userId }) => userId === uid);

/** Connects a person to the second node; resolves to the time in ms until the first node shows the person as online. */
async function measurePresenceHealing(server: FaultServer): Promise<number> {
  const [a, b] = server.nodes;
  const watcher = await signInAs(a.url, 'olha@p.example', 'Olha');
  const newcomer = await signInAs(a.url, 'chega@p.example', 'Chega');
  const watcherSocket = await connectSocket(a.url, watcher);
  const newcomerSocket = await connectSocket(b.url, newcomer);
  const startedAt = performance.now();
  while (
    !hasSeen(watcherSocket, newcomer.uid) &&
    performance.now() - startedAt < 2 * MAX_HEALING_MS
  ) {
    await delay(50);
  }
  for (const socket of [watcherSocket, newcomerSocket]) socket.close();
  return performance.now() - startedAt;
}

const cutOffFault = (
  settingName: 'REDIS_URL' | 'DATABASE_URL',
  description: Pick<Fault, 'name' | 'guarantee'>,
): Fault => ({
  ...description,
  run: async () => {
    const { server, proxy } = await openCutServer(settingName);
    try {
      const pid = server.nodes[1].pid;
      const { clients, stop } = await startConversation(server);
      await delay(2_000);
      proxy.setClosed(true);
      await delay(OUTAGE_MS);
      proxy.setClosed(false);
      const restoredAt = performance.now();
      const healingMs = await measurePresenceHealing(server);
      await stop();
      const report = await waitUntilSettled(server.databaseUrl, clients);
      const catchUpMs = performance.now() - restoredAt;
      for (const client of clients) client.close();
      const isNodeAlive = server.nodes[1].pid === pid;
      return {
        isGuaranteeKept: report.errorCount === 0 && healingMs <= MAX_HEALING_MS && isNodeAlive,
        figures: {
          'cut off for': formatMs(OUTAGE_MS),
          ...messageFigures(report),
          'presence healed after': formatMs(healingMs),
          'everything had arrived after': formatMs(catchUpMs),
        },
        examples: report.examples,
      };
    } finally {
      await server.close();
      await proxy.close();
    }
  },
});

/** One node loses its connection to Redis, the other one does not. */
export const nodeWithoutRedis = cutOffFault('REDIS_URL', {
  name: 'node-without-redis',
  guarantee: 'messages are kept and caught up from the database, presence heals within 30 s',
});

/** One node loses its connection to PostgreSQL, the other one does not. */
export const nodeWithoutDatabase = cutOffFault('DATABASE_URL', {
  name: 'node-without-database',
  guarantee:
    'nothing acknowledged is lost, the node goes on when the way is back, presence heals within 30 s',
});
