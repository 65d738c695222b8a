import { once, setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttackKind, attacks, type Identity } from './attacks.ts';
import { until } from './raw-websocket.ts';

/** A request of the parent process. */
export interface AttackOrder {
  readonly kind: AttackKind;
  readonly port: number;
  readonly connections: number;
  /** Connections take turns at being theirs. */
  readonly identities: readonly Identity[];
  /** How long it lasts once all were opened. */
  readonly ms: number;
}

/** Between two connections, so that it is their memory that counts and not the work of opening them. */
const OPEN_EVERY_MS = 4;
/** Before a connection that was cut is opened anew, in ms. */
const PAUSE_MS = 2_000;

/** Keeps one connection open: whenever it is cut it is opened anew. */
async function insist(
  { kind, port, identities }: AttackOrder,
  n: number,
  open: Set<Socket>,
  end: AbortSignal,
) {
  const shapes = attacks[kind];
  const identity = identities[n % identities.length] as Identity;
  const from = `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;
  const over = once(end, 'abort');
  for (let turn = n; !end.aborted; turn += 1) {
    const attack = shapes[turn % shapes.length];
    const socket = await attack?.({ port, from }, identity);
    if (socket && !socket.destroyed) {
      open.add(socket);
      await Promise.race([until(socket, 'close'), over]);
      open.delete(socket);
      socket.destroy();
    }
    await delay(PAUSE_MS, undefined, { signal: end }).catch(() => undefined);
  }
}

async function attack(order: AttackOrder): Promise<{ readonly most: number }> {
  const open = new Set<Socket>();
  const end = new AbortController();
  const all: Promise<void>[] = [];
  let most = 0;
  const count = setInterval(() => {
    most = Math.max(most, open.size);
  }, 50);
  for (let n = 0; n < order.connections; n += 1) {
    all.push(insist(order, n, open, end.signal));
    await delay(OPEN_EVERY_MS);
  }
  await delay(order.ms);
  clearInterval(count);
  end.abort();
  for (const socket of open) socket.destroy();
  await Promise.all(all);
  return { most };
}

setMaxListeners(0);
process.on('message', async (order: AttackOrder) => process.send?.(await attack(order)));
process.on('disconnect', () => process.exit());
