import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkConsistency, readHistory } from '../fixtures/checks/chat-consistency.ts';
import {
  type ChatClient,
  openChatClient,
  waitUntilAllOnline,
} from '../fixtures/clients/chat-client.ts';
import { type ChatProxy, startProxy } from '../fixtures/clients/chat-proxy.ts';
import { connectSocket } from '../fixtures/clients/sockets.ts';
import type { NodeProcess } from '../fixtures/server/node-process.ts';
import type { TestPerson } from '../fixtures/server/test-app.ts';
import { type Nodes, startNodes } from '../fixtures/server/two-nodes.ts';

const CLIENT_COUNT = 6;
const KILL_COUNT = 4;
/** Number of messages between two kills. */
const MESSAGES_PER_KILL = 150;

let nodes: Nodes;
let proxy: ChatProxy;
beforeAll(async () => {
  nodes = await startNodes();
  proxy = await startProxy([nodes.first.port, nodes.second.port]);
});
afterAll(async () => {
  await proxy?.close();
  await nodes?.close();
});

/** Sends messages to all others in turn until stopped. */
async function chatWhileRunning(
  client: ChatClient,
  allClients: readonly ChatClient[],
  isRunning: () => boolean,
) {
  const others = allClients.filter(({ uid }) => uid !== client.uid);
  for (let n = 0; isRunning(); n += 1) {
    const other = others[n % others.length] as ChatClient;
    await client.send(other.uid, `${n}`);
  }
}

it('a node that is killed under traffic loses no acknowledged message', {
  timeout: 480_000,
}, async () => {
  const personNames = Array.from({ length: CLIENT_COUNT }, (_, n) => `Pessoa${n}`);
  const people = await Promise.all(personNames.map(nodes.signIn));
  const clients = people.map((person) => openChatClient(proxy.url, person));
  await waitUntilAllOnline(clients);
  const countReceived = () => clients.reduce((sum, client) => sum + client.received.length, 0);
  let isRunning = true;
  const chatPromises = clients.map((client) => chatWhileRunning(client, clients, () => isRunning));
  for (let kill = 0; kill < KILL_COUNT; kill += 1) {
    const killAtCount = countReceived() + MESSAGES_PER_KILL;
    await expect.poll(countReceived, { timeout: 60_000 }).toBeGreaterThanOrEqual(killAtCount);
    const victim: NodeProcess = kill % 2 === 0 ? nodes.first : nodes.second;
    await victim.kill();
    // The other node runs alone for a while.
    const restartAtCount = countReceived() + MESSAGES_PER_KILL / 2;
    await expect.poll(countReceived, { timeout: 60_000 }).toBeGreaterThanOrEqual(restartAtCount);
    await victim.start();
  }
  isRunning = false;
  await Promise.all(chatPromises);
  await expect
    .poll(async () => checkConsistency(nodes.databaseUrl, clients), {
      timeout: 60_000,
      interval: 500,
    })
    .toMatchObject({ lost: 0, duplicated: 0, reordered: 0, examples: [] });
  await expectHistory(people, clients);
  for (const client of clients) client.close();
});

/** Expects that every conversation, read page by page, contains all acknowledged messages. */
async function expectHistory(people: readonly TestPerson[], clients: readonly ChatClient[]) {
  for (const [n, client] of clients.entries()) {
    const { accessToken } = (people[n] as TestPerson).tokens;
    for (const [receiverId, said] of client.acknowledged) {
      const history = await readHistory(nodes.first.url, accessToken, client.uid, receiverId);
      const ownMessages = history.filter(({ senderId }) => senderId === client.uid);
      expect(ownMessages.map(({ id }) => id)).toEqual(said.map(({ id }) => id));
      expect(history.map(({ seq }) => seq)).toEqual(history.map((_, index) => index + 1));
    }
  }
}

it('people on a killed node are shown as offline on the other within 20 s', async () => {
  const [ana, bia] = [await nodes.signIn('Ana'), await nodes.signIn('Bia')];
  const watcherSocket = await connectSocket(nodes.second.url, bia);
  // The list of online people arrives before Ana connects, so that her connection causes an event of its own.
  await watcherSocket.waitFor('usersOnline');
  const otherSocket = await connectSocket(nodes.first.url, ana, { reconnection: false });
  await expect
    .poll(() => watcherSocket.payloadsOf('userConnected'))
    .toContainEqual(expect.objectContaining({ userId: ana.uid }));
  await nodes.first.kill();
  await expect
    .poll(() => watcherSocket.payloadsOf('userDisconnected'), { timeout: 60_000 })
    .toContainEqual(expect.objectContaining({ userId: ana.uid }));
  for (const socket of [watcherSocket, otherSocket]) socket.close();
});
