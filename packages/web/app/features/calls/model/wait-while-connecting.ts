import type { CallPorts } from './call-ports.ts';

/** Maximum time to wait for the connection of a page that was just opened, in ms. */
const MAX_CONNECTING_MS = 8_000;

/** Resolves when the connection is established or has failed; waits only while the page is still connecting. */
export function waitWhileConnecting({
  connection,
  after,
}: Pick<CallPorts, 'connection' | 'after'>): Promise<void> {
  if (connection.getState() !== 'connecting') return Promise.resolve();
  return new Promise((resolve) => {
    const settle = () => {
      cancel();
      unsubscribe();
      resolve();
    };
    const cancel = after(MAX_CONNECTING_MS, settle);
    const unsubscribe = connection.subscribe(
      () => connection.getState() !== 'connecting' && settle(),
    );
  });
}
