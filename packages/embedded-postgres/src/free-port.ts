import { createServer } from 'node:net';

/**
 * Below the range that systems assign to outgoing connections: a port from that range can be taken by a client
 * while the database restarts on it.
 */
const [FIRST, COUNT] = [21_000, 10_000];

/** Concurrent processes start at different ports, and one process tries no port twice in a row. */
let next = (process.pid * 7919) % COUNT;

/** A port of 127.0.0.1 that nobody listens on. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
