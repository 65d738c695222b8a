import { setTimeout as delay } from 'node:timers/promises';

/** A node that can be ended and started again where it was. */
export interface RollingNode {
  readonly url: string;
  /** Asks it to end by SIGTERM; its exit code. */
  stop(): Promise<number | null>;
  /** Starts it again; resolves once it is starting. */
  start(): Promise<void>;
}

/** What one restart came to. */
export interface Restart {
  readonly exitCode: number | null;
  /** Moment of the SIGTERM, by `performance.now()`. */
  readonly toldAt: number;
  /** From SIGTERM to its end, in ms. */
  readonly endedMs: number;
  /** From its end until it was ready again, in ms. */
  readonly readyMs: number;
}

/**
 * From a node that is ready to the end of the next: nginx leaves a node out for up to 3 s after a
 * failure (`fail_timeout=2s`, in whole seconds), and writes would go on to the one that leaves.
 */
const SETTLE_MS = 3_000;
const LOOK_MS = 50;
const READY_MS = 120_000;

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Resolves once `/readyz` of a node answers 200.
 * @throws when it does not within two minutes, or `ended` says that it never will
 */
export async function untilReady(url: string, ended: () => boolean = () => false): Promise<void> {
  const until = performance.now() + READY_MS;
  while (!(await isReady(url))) {
    if (ended()) throw new Error(`${url} ended before it was ready`);
    if (performance.now() > until) throw new Error(`${url} is not ready`);
    await delay(LOOK_MS);
  }
}

async function restart(node: RollingNode): Promise<Restart> {
  const told = performance.now();
  const exitCode = await node.stop();
  const ended = performance.now();
  await node.start();
  await untilReady(node.url);
  const ready = performance.now();
  return { exitCode, toldAt: told, endedMs: ended - told, readyMs: ready - ended };
}

/** Restarts one node after the other, and gives the proxy the time in between to ask it again. */
export async function* roll(nodes: readonly RollingNode[]): AsyncGenerator<Restart> {
  for (const [n, node] of nodes.entries()) {
    if (n > 0) await delay(SETTLE_MS);
    yield await restart(node);
  }
}
