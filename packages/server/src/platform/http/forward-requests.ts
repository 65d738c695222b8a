import type { IncomingMessage, Server } from 'node:http';
import type { ServerListeners } from '../../ports/process-group.ts';

/**
 * Replaces the listeners of a server by one that forwards some requests and upgrades, and passes all others to the
 * previous listeners.
 * @param findListeners returns the listeners to which a request is forwarded; null to handle the request on this server
 * @returns the previous listeners of the server, which forward nothing
 */
export function forwardRequests(
  server: Server,
  findListeners: (request: IncomingMessage) => ServerListeners | null,
): ServerListeners {
  // Node's types do not say that each listener gets the arguments of the event, so the arguments are `unknown` here.
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
    (findListeners(request) ?? localListeners).request(request, response),
  );
  server.on('upgrade', (request, socket, head) =>
    (findListeners(request) ?? localListeners).upgrade(request, socket, head),
  );
  return localListeners;
}
