import { createServer } from 'node:net';

/**
 * Range of ports, `PORT_COUNT` ports from `FIRST_PORT`: below the ephemeral range of operating systems and above all
 * ports that `fetch` blocks, the highest of which is 10080.
 */
const [FIRST_PORT, PORT_COUNT] = [11_000, 20_000];

/** Offset of the next port to try. Each process starts at a different port and uses no port twice. */
let nextOffset = (process.pid * 7919) % PORT_COUNT;

/**
 * Finds a free loopback port outside of the ephemeral range. While a server on an ephemeral port restarts, the system
 * could give the port to another program, or even to a client of the server as the client's source port.
 */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORT_COUNT; tries += 1) {
    const port = FIRST_PORT + nextOffset;
    nextOffset = (nextOffset + 1) % PORT_COUNT;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} is free`);
}

/** Whether a server could listen on a loopback port now. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
