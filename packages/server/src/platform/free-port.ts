import { createServer } from 'node:net';

/**
 * Below what systems hand out to whoever asks for any port, or connects to one; above all ports that
 * `fetch` refuses to go to, of which 10080 is the last.
 */
const [FIRST, COUNT] = [11_000, 20_000];

/** Processes begin far from each other, and take no port twice. */
let next = (process.pid * 7919) % COUNT;

/**
 * A port of the loopback that nobody listens to, nor is given by chance while its owner starts again: whoever
 * connects to a port that the system hands out may even be given that port itself, and talk to nobody else.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < COUNT; tries += 1) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${FIRST} to ${FIRST + COUNT - 1} is free`);
}

/** Whether somebody could listen at a port of the loopback now. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
