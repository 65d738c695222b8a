import type { CallPorts } from './call-ports.ts';

/** How long a page that has just opened may take to connect, in ms. */
const MAX_CONNECTING_MS = 8_000;

/** Resolves when the connection is up or has failed; waits for a page that is still connecting. */
export function waitWhileConnecting({
  connection,
  after,
}: Pick<CallPorts, 'connection' | 'after'>): Promise<void> {
  if (connection.getState() !== 'connecting') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = after(MAX_CONNECTING_MS, done);
    const unsubscribe = connection.subscribe(
      () => connection.getState() !== 'connecting' && done(),
    );
  });
}
