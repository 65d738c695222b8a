import { createServer } from 'node:net';

/**
 * First port of the searched range. The range is below the ports that operating systems assign to outgoing connections,
 * because such a connection could take the database's port while the database restarts.
 */
const FIRST_PORT = 21_000;
/** Number of ports in the searched range. */
const PORT_COUNT = 10_000;

/**
 * Offset of the next port to try. Concurrent processes start at different ports, and one process does not try the same
 * port twice in a row.
 */
let nextOffset = (process.pid * 7919) % PORT_COUNT;

/** Finds a port of 127.0.0.1 on which no program listens. */
export async function findFreePort(): Promise<number> {
  for (let tries = 0; tries < PORT_COUNT; tries += 1) {
    const port = FIRST_PORT + nextOffset;
    nextOffset = (nextOffset + 1) % PORT_COUNT;
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST_PORT} to ${FIRST_PORT + PORT_COUNT - 1} is free`);
}

function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
