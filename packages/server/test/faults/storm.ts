import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatClient,
  openChatClient,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { startProxy } from '../fixtures/clients/chat-proxy.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { openSeededRandom, type SeededRandom } from './chance.ts';
import type { FaultServer } from './fault-server.ts';
import { type FaultCounts, injectFaultsRepeatedly } from './faults.ts';
import { type SettledReport, waitUntilSettled } from './settled.ts';
import { openWebClient, type WebClient } from './web-client.ts';

export interface StormSettings {
  readonly messageCount: number;
  readonly clientCount: number;
  /** Seconds over which the messages are sent. */
  readonly seconds: number;
  readonly seed: number;
}

export interface StormOutcome extends SettledReport {
  readonly faultCounts: FaultCounts;
  /** Number of lost client connections in total. */
  readonly lostConnections: number;
}

/** Sends the messages of a client, each to another person, without waiting for the previous one. */
async function sendSteadily(
  client: ChatClient,
  clients: readonly ChatClient[],
  { messageCount, seconds }: StormSettings,
  random: SeededRandom,
): Promise<Promise<void>[]> {
  const others = clients.filter(({ uid }) => uid !== client.uid);
  const messagesPerClient = Math.ceil(messageCount / clients.length);
  const pauseMs = (seconds * 1000) / messagesPerClient;
  const sendPromises: Promise<void>[] = [];
  for (let n = 0; n < messagesPerClient; n += 1) {
    const sendPromise = client.send(random.pick(others).uid, `${n}`);
    // The promise is checked after all messages are sent; until then its rejection must not count as unhandled.
    sendPromise.catch(() => undefined);
    sendPromises.push(sendPromise);
    await delay(random.between(0, 2 * pauseMs));
  }
  return sendPromises;
}

/** People chat through a proxy while faults are injected everywhere; returns what happened to their messages. */
export async function runStorm(
  server: FaultServer,
  settings: StormSettings,
): Promise<StormOutcome> {
  const { clientCount, seed } = settings;
  const proxy = await startProxy(server.nodes.map(({ port }) => port));
  const clients: (ChatClient | WebClient)[] = [];
  for (let n = 0; n < clientCount; n += 1) {
    const person = await signInAs(server.nodes[0].url, `p${n}@pessoas.example`, `Pessoa ${n}`);
    // Half of the clients are plain and show what the server guarantees. The others show what people see in a browser.
    clients.push(
      n % 2 === 0 ? openChatClient(proxy.url, person) : openWebClient(proxy.url, person),
    );
  }
  for (const client of clients) {
    if (!('watch' in client)) continue;
    for (const { uid } of clients) if (uid !== client.uid) client.watch(uid);
  }
  await waitUntilAllOnline(clients);
  const stopFaults = new AbortController();
  const randoms = Array.from({ length: 10 }, (_, n) => openSeededRandom(seed + n));
  const faultCountsPromise = injectFaultsRepeatedly(server, proxy, randoms, stopFaults.signal);
  // `faultCountsPromise` is awaited below, where a failed injection ends the run; before that, its rejection must not
  // count as unhandled.
  faultCountsPromise.catch(() => undefined);
  const chatPromises = clients.map((client, n) =>
    sendSteadily(client, clients, settings, openSeededRandom(seed + 100 + n)),
  );
  const sendPromises = (await Promise.all(chatPromises)).flat();
  stopFaults.abort();
  const faultCounts = await faultCountsPromise;
  await Promise.all(sendPromises);
  const report = await waitUntilSettled(server.databaseUrl, clients);
  const lostConnectionCount = clients.reduce((sum, client) => sum + client.lostConnections, 0);
  for (const client of clients) client.close();
  await proxy.close();
  return { ...report, faultCounts, lostConnections: lostConnectionCount };
}
