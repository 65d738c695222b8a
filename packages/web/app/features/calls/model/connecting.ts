import type { CallPorts } from './call-ports.ts';

/** How long a page that has just opened may take to connect, in ms. */
const CONNECTING_MS = 8_000;

/** Resolves when the connection is up or has failed; waits for a page that is still connecting. */
export function connectingOver({ line, after }: Pick<CallPorts, 'line' | 'after'>): Promise<void> {
  if (line.getState() !== 'connecting') return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = after(CONNECTING_MS, done);
    const unsubscribe = line.subscribe(() => line.getState() !== 'connecting' && done());
  });
}
