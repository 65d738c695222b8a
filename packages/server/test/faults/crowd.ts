import { setTimeout as delay } from 'node:timers/promises';
import {
  type ChatClient,
  openChatClient,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { type ChatProxy, startProxy } from '../fixtures/clients/chat-proxy.ts';
import { signInAs } from '../fixtures/data/people.ts';
import { type CollectedAnswers, createAnswers } from './answers.ts';
import type { FaultServer } from './fault-server.ts';
import { messageFigures, waitUntilSettled } from './settled.ts';
import {
  areOrdersKept,
  checkOrders,
  openShopper,
  orderFigures,
  publishService,
  type Shopper,
} from './shopper.ts';

/** The nodes that simulated people use, and the database whose rows are compared with the answers of the nodes. */
export type LoadedServer = Pick<FaultServer, 'nodes' | 'databaseUrl'>;

/** Users who send messages and buy continuously through a proxy in front of both nodes. */
export interface FaultTestUsers {
  readonly proxy: ChatProxy;
  readonly answers: CollectedAnswers;
  readonly clients: readonly ChatClient[];
  /** Number of acknowledged messages and orders so far. */
  countAcknowledged(): number;
  /** Stops the load, waits until all messages have arrived, and compares messages and orders with the database. */
  check(): Promise<LoadReport>;
}

export interface LoadReport {
  readonly isConsistent: boolean;
  readonly figures: Readonly<Record<string, number | string>>;
  readonly examples: readonly string[];
}

/** Number of people who send messages to each other. */
const CHAT_USER_COUNT = 6;
/** Number of people who place orders. */
const SHOPPER_COUNT = 2;
/** Pause between two messages of one person, in ms. */
const MESSAGE_PAUSE_MS = 5;
/** Pause between two orders of one person, in ms. */
const SHOPPING_PAUSE_MS = 50;

async function keepChatting(
  client: ChatClient,
  allClients: readonly ChatClient[],
  isRunning: () => boolean,
) {
  const otherClients = allClients.filter(({ uid }) => uid !== client.uid);
  for (let n = 0; isRunning(); n += 1) {
    await client.send(otherClients[n % otherClients.length]?.uid ?? '', `${n}`);
    await delay(MESSAGE_PAUSE_MS);
  }
}

async function checkCrowd(
  server: LoadedServer,
  {
    clients,
    shoppers,
    answers,
  }: {
    clients: readonly ChatClient[];
    shoppers: readonly Shopper[];
    answers: CollectedAnswers;
  },
): Promise<LoadReport> {
  const messageReport = await waitUntilSettled(server.databaseUrl, clients);
  const orderReport = await checkOrders(server.databaseUrl, shoppers);
  return {
    isConsistent:
      messageReport.errorCount === 0 &&
      areOrdersKept(orderReport) &&
      answers.violations.length === 0,
    figures: {
      ...messageFigures(messageReport),
      ...orderFigures(orderReport),
      'answers 2xx': answers.successful,
      'answers 503 with Retry-After': answers.unavailable,
      'other answers 5xx': answers.violations.length,
      'calls whose line broke': answers.unanswered,
    },
    examples: [...messageReport.examples, ...answers.violations].slice(0, 10),
  };
}

/** Signs users in; they start to chat and buy at once. */
export async function openCrowd(server: LoadedServer): Promise<FaultTestUsers> {
  const { url } = server.nodes[0];
  const proxy = await startProxy(server.nodes.map(({ port }) => port));
  const answers = createAnswers();
  const signIn = (name: string) => signInAs(url, `${name.toLowerCase()}@pessoas.example`, name);
  const serviceId = await publishService(await signIn('Vendedora'));
  const clients: ChatClient[] = [];
  for (let n = 0; n < CHAT_USER_COUNT; n += 1) {
    clients.push(openChatClient(proxy.url, await signIn(`Pessoa${n}`)));
  }
  await waitUntilAllOnline(clients);
  const shoppers: Shopper[] = [];
  for (let n = 0; n < SHOPPER_COUNT; n += 1) {
    const shopperOptions = { serviceId, answers, pauseMs: SHOPPING_PAUSE_MS };
    shoppers.push(openShopper(proxy.url, await signIn(`Compra${n}`), shopperOptions));
  }
  let isRunning = true;
  const chats = clients.map((client) => keepChatting(client, clients, () => isRunning));
  for (const chat of chats) chat.catch(() => undefined);
  const countMessages = () =>
    clients
      .flatMap((client) => [...client.acknowledged.values()])
      .reduce((sum, messages) => sum + messages.length, 0);
  return {
    proxy,
    answers,
    clients,
    countAcknowledged: () =>
      countMessages() + shoppers.reduce((sum, { orders }) => sum + orders.size, 0),
    check: async () => {
      isRunning = false;
      await Promise.all([...chats, ...shoppers.map((shopper) => shopper.stop())]);
      const report = await checkCrowd(server, { clients, shoppers, answers });
      for (const client of clients) client.close();
      await proxy.close();
      return report;
    },
  };
}

/**
 * Waits until `count` more messages and orders are acknowledged; resolves to the duration in ms. Throws after a minute
 * of waiting.
 */
export async function waitForAcknowledged(
  faultUsers: FaultTestUsers,
  count: number,
): Promise<number> {
  const startedAt = performance.now();
  const targetCount = faultUsers.countAcknowledged() + count;
  while (faultUsers.countAcknowledged() < targetCount) {
    if (performance.now() - startedAt > 60_000) throw new Error('nothing is acknowledged any more');
    await delay(10);
  }
  return performance.now() - startedAt;
}
