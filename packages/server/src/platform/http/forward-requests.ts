import type { IncomingMessage, Server } from 'node:http';
import type { ServerListeners } from '../../ports/process-group.ts';

/**
 * Lets others handle some requests and upgrades of a server before all listeners that it has now.
 *
 * @param elsewhere who handles a request; null for the listeners of the server
 * @returns the listeners of the server, without this choice
 */
export function forwardRequests(
  server: Server,
  elsewhere: (request: IncomingMessage) => ServerListeners | null,
): ServerListeners {
  // Node calls each listener with what the event carries, which its types do not say of listeners in a list.
  const [requests, upgrades] = (['request', 'upgrade'] as const).map((event) => {
    const listeners = server.listeners(event);
    server.removeAllListeners(event);
    return (...args: unknown[]) => {
      for (const listener of listeners) listener.apply(server, args);
    };
  });
  const localListeners: ServerListeners = {
    request: (request, response) => requests?.(request, response),
    upgrade: (request, socket, head) => upgrades?.(request, socket, head),
  };
  server.on('request', (request, response) =>
    (elsewhere(request) ?? localListeners).request(request, response),
  );
  server.on('upgrade', (request, socket, head) =>
    (elsewhere(request) ?? localListeners).upgrade(request, socket, head),
  );
  return localListeners;
}
