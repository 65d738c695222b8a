import { createServer } from 'node:net';

/**
 * Range of ports, `COUNT` ports from `FIRST`: below the range that operating systems assign to outgoing connections,
 * because a client can take a port of that range while the database restarts on it.
 */
const [FIRST, COUNT] = [21_000, 10_000];

/**
 * Offset of the next port to try. Concurrent processes start at different ports, and one process does not try the same
 * port twice in a row.
 */
let next = (process.pid * 7919) % COUNT;

/** Finds a port of 127.0.0.1 on which no program listens. */
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
