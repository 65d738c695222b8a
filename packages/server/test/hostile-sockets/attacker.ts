import { once, setMaxListeners } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttackerAccount, type AttackKind, attackGroups } from './attacks.ts';
import { waitForEvent } from './raw-websocket.ts';

/** An attack that the parent process requests. */
export interface AttackRequest {
  readonly kind: AttackKind;
  readonly port: number;
  readonly connectionCount: number;
  /** Accounts that the connections use in turn. */
  readonly identities: readonly AttackerAccount[];
  /** Duration of the attack after all connections were opened. */
  readonly attackMs: number;
}

/** Pause in ms between two new connections, so that the test measures their memory and not the work of opening them. */
const OPENING_PAUSE_MS = 4;
/** Delay before a closed connection is opened again, in ms. */
const REOPENING_DELAY_MS = 2_000;

/** Keeps one hostile connection open until the attack ends; opens it again when it is closed. */
async function attackRepeatedly(
  { kind, port, identities }: AttackRequest,
  n: number,
  openSockets: Set<Socket>,
  endSignal: AbortSignal,
) {
  const attackVariants = attackGroups[kind];
  const identity = identities[n % identities.length] as AttackerAccount;
  const from = `127.1.${Math.floor(n / 250)}.${(n % 250) + 1}`;
  const endPromise = once(endSignal, 'abort');
  for (let attemptNumber = n; !endSignal.aborted; attemptNumber += 1) {
    const attack = attackVariants[attemptNumber % attackVariants.length];
    const socket = await attack?.({ port, from }, identity);
    if (socket && !socket.destroyed) {
      openSockets.add(socket);
      await Promise.race([waitForEvent(socket, 'close'), endPromise]);
      openSockets.delete(socket);
      socket.destroy();
    }
    await delay(REOPENING_DELAY_MS, undefined, { signal: endSignal }).catch(() => undefined);
  }
}

async function runAttack(request: AttackRequest): Promise<{ readonly maxOpenCount: number }> {
  const openSockets = new Set<Socket>();
  const endController = new AbortController();
  const attackPromises: Promise<void>[] = [];
  let maxOpenCount = 0;
  const countTimer = setInterval(() => {
    maxOpenCount = Math.max(maxOpenCount, openSockets.size);
  }, 50);
  for (let n = 0; n < request.connectionCount; n += 1) {
    attackPromises.push(attackRepeatedly(request, n, openSockets, endController.signal));
    await delay(OPENING_PAUSE_MS);
  }
  await delay(request.attackMs);
  clearInterval(countTimer);
  endController.abort();
  for (const socket of openSockets) socket.destroy();
  await Promise.all(attackPromises);
  return { maxOpenCount };
}

setMaxListeners(0);
process.on('message', async (request: AttackRequest) => process.send?.(await runAttack(request)));
process.on('disconnect', () => process.exit());
