import { setTimeout as delay } from 'node:timers/promises';

/** A node that can be stopped and started again. */
export interface RestartableNode {
  readonly url: string;
  /** Stops the node with SIGTERM; resolves to its exit code. */
  stop(): Promise<number | null>;
  /** Starts the node again; resolves once the process was started. */
  start(): Promise<void>;
}

/** Result of the restart of one node. */
export interface RestartResult {
  /** Exit code of the stopped process; null when a signal ended it. */
  readonly exitCode: number | null;
  /** Time at which SIGTERM was sent, by `performance.now()`. */
  readonly stoppedAt: number;
  /** Time from SIGTERM to the exit, in ms. */
  readonly shutdownMs: number;
  /** Time from the exit until the node was ready again, in ms. */
  readonly readyMs: number;
}

/**
 * Pause between restarts in ms. nginx avoids a node for up to 3 s after a failed request (`fail_timeout=2s`, counted in
 * whole seconds). After a shorter pause it could still avoid the restarted node while the next node is stopping.
 */
const PAUSE_BETWEEN_RESTARTS_MS = 3_000;
const READY_POLL_MS = 50;
const READY_TIMEOUT_MS = 120_000;

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) })).ok;
  } catch {
    return false;
  }
}

/**
 * Resolves once `/readyz` of a node answers 200.
 * @throws after two minutes, or when `hasEnded` returns true
 */
export async function waitUntilReady(
  url: string,
  hasEnded: () => boolean = () => false,
): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(await isReady(url))) {
    if (hasEnded()) throw new Error(`${url} ended before it was ready`);
    if (performance.now() > deadline) throw new Error(`${url} is not ready`);
    await delay(READY_POLL_MS);
  }
}

async function restartNode(node: RestartableNode): Promise<RestartResult> {
  const stoppedAt = performance.now();
  const exitCode = await node.stop();
  const endedAt = performance.now();
  await node.start();
  await waitUntilReady(node.url);
  const readyAt = performance.now();
  return { exitCode, stoppedAt, shutdownMs: endedAt - stoppedAt, readyMs: readyAt - endedAt };
}

/** Restarts the nodes one after the other, with a pause in which the proxy starts to use the restarted node again. */
export async function* restartNodesInTurn(
  nodes: readonly RestartableNode[],
): AsyncGenerator<RestartResult> {
  for (const [n, node] of nodes.entries()) {
    if (n > 0) await delay(PAUSE_BETWEEN_RESTARTS_MS);
    yield await restartNode(node);
  }
}
