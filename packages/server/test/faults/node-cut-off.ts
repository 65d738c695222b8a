import { setTimeout as delay } from 'node:timers/promises';
import { allOnline, type ChatClient, openChatClient } from '../chat-client.ts';
import { type ChatProxy, startProxy } from '../chat-proxy.ts';
import { signInAs } from '../people.ts';
import { connect, type TestSocket } from '../sockets.ts';
import { type Fault, ms } from './fault.ts';
import { type House, openHouse } from './house.ts';
import { messageFigures, settled } from './settled.ts';

const AWAY_MS = 15_000;
const HEALED_MS = 30_000;
const PAUSE_MS = 20;

const portOf = (url: string) => Number(new URL(url).port);

/** The same address, reached through a proxy. */
function through(url: string, proxy: ChatProxy): string {
  const way = new URL(url);
  way.port = String(portOf(proxy.url));
  return way.href;
}

/** A house whose second node reaches Redis, or PostgreSQL, by a way that can be cut. */
async function openCutHouse(what: 'REDIS_URL' | 'DATABASE_URL') {
  let proxy: ChatProxy | null = null;
  const house: House = await openHouse({}, async (number, stores) => {
    if (number === 0) return {};
    proxy = await startProxy([portOf(stores[what])]);
    return { [what]: through(stores[what], proxy) };
  });
  if (proxy === null) throw new Error('the second node has no way of its own');
  return { house, proxy: proxy as ChatProxy };
}

/** Two people, one at each node, who write to each other until told to stop. */
async function openTalk(house: House) {
  const clients: ChatClient[] = [];
  for (const [n, name] of ['Primeira', 'Segunda'].entries()) {
    const node = house.nodes[n === 0 ? 0 : 1];
    const person = await signInAs(house.nodes[0].url, `${name.toLowerCase()}@p.example`, name);
    clients.push(openChatClient(node.url, person));
  }
  await allOnline(clients);
  let going = true;
  const talks = clients.map(async (client, n) => {
    for (let said = 0; going; said += 1) {
      await client.say(clients[1 - n]?.uid ?? '', `${said}`);
      await delay(PAUSE_MS);
    }
  });
  for (const talk of talks) talk.catch(() => undefined);
  const stop = async () => {
    going = false;
    await Promise.all(talks);
  };
  return { clients, stop };
}

const saw = (socket: TestSocket, uid: string) =>
  socket.all('userConnected').some(({ userId }) => userId === uid);

/** Ms until somebody who comes to the second node is seen at the first. */
async function presenceHealed(house: House): Promise<number> {
  const [a, b] = house.nodes;
  const watcher = await signInAs(a.url, 'olha@p.example', 'Olha');
  const newcomer = await signInAs(a.url, 'chega@p.example', 'Chega');
  const watching = await connect(a.url, watcher);
  const there = await connect(b.url, newcomer);
  const began = performance.now();
  while (!saw(watching, newcomer.uid) && performance.now() - began < 2 * HEALED_MS) {
    await delay(50);
  }
  for (const socket of [watching, there]) socket.close();
  return performance.now() - began;
}

const fault = (
  what: 'REDIS_URL' | 'DATABASE_URL',
  told: Pick<Fault, 'name' | 'promise'>,
): Fault => ({
  ...told,
  run: async () => {
    const { house, proxy } = await openCutHouse(what);
    try {
      const pid = house.nodes[1].pid;
      const { clients, stop } = await openTalk(house);
      await delay(2_000);
      proxy.shut(true);
      await delay(AWAY_MS);
      proxy.shut(false);
      const began = performance.now();
      const healed = await presenceHealed(house);
      await stop();
      const verdict = await settled(house.databaseUrl, clients);
      const whole = performance.now() - began;
      for (const client of clients) client.close();
      const alive = house.nodes[1].pid === pid;
      return {
        kept: verdict.off === 0 && healed <= HEALED_MS && alive,
        figures: {
          'cut off for': ms(AWAY_MS),
          ...messageFigures(verdict),
          'presence healed after': ms(healed),
          'everything had arrived after': ms(whole),
        },
        examples: verdict.examples,
      };
    } finally {
      await house.close();
      await proxy.close();
    }
  },
});

/** One node loses the way to Redis, the other does not. */
export const nodeWithoutRedis = fault('REDIS_URL', {
  name: 'node-without-redis',
  promise: 'messages are kept and caught up from the database, presence heals within 30 s',
});

/** One node loses the way to PostgreSQL, the other does not. */
export const nodeWithoutDatabase = fault('DATABASE_URL', {
  name: 'node-without-database',
  promise:
    'nothing acknowledged is lost, the node goes on when the way is back, presence heals within 30 s',
});
