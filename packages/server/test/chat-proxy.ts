import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** One client's way through the proxy. */
interface Way {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy before several servers, whose ways can be cut and stopped up. */
export interface ChatProxy {
  readonly url: string;
  /** Open ways. */
  readonly count: number;
  /** Cuts the way at `index`, between any two bytes. */
  cut(index: number): void;
  /** Lets nothing through on the way at `index` for `ms`, without a word to either side, then cuts it. */
  stopUp(index: number, ms: number): void;
  /** While shut, nobody gets in and all ways are cut. */
  shut(on: boolean): void;
  close(): Promise<void>;
}

/** Opens a way to the first port that answers, beginning at `first`. */
async function reach(ports: readonly number[], first: number): Promise<Socket | null> {
  for (let n = 0; n < ports.length; n += 1) {
    const socket = connect(ports[(first + n) % ports.length] ?? 0, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket.setNoDelay(true);
    } catch {
      socket.destroy();
    }
  }
  return null;
}

/** Starts a proxy that gives clients to the servers in turns, and to the next when one is away. */
export async function startProxy(ports: readonly number[]): Promise<ChatProxy> {
  const ways: Way[] = [];
  let turn = 0;
  let shut = false;

  const end = (way: Way | undefined) => {
    way?.client.destroy();
    way?.server.destroy();
    const index = way ? ways.indexOf(way) : -1;
    if (index >= 0) ways.splice(index, 1);
  };
  async function open(client: Socket): Promise<void> {
    client.on('error', () => undefined);
    const server = shut ? null : await reach(ports, turn++);
    if (server === null || client.destroyed || shut) {
      client.destroy();
      server?.destroy();
      return;
    }
    server.on('error', () => undefined);
    const way = { client, server };
    ways.push(way);
    client.once('close', () => end(way));
    server.once('close', () => end(way));
    client.setNoDelay(true).pipe(server).pipe(client);
  }
  const listening = createServer({ pauseOnConnect: true }, (client) => void open(client));
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    get count() {
      return ways.length;
    },
    cut: (index) => end(ways[index]),
    stopUp: (index, ms) => {
      const way = ways[index];
      if (!way) return;
      for (const socket of [way.client, way.server]) {
        socket.unpipe();
        socket.pause();
      }
      setTimeout(() => end(way), ms).unref();
    },
    shut: (on) => {
      shut = on;
      if (on) for (const way of [...ways]) end(way);
    },
    close: async () => {
      for (const way of [...ways]) end(way);
      listening.close();
      await once(listening, 'close');
    },
  };
}
