import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import type { ServerListeners } from '../../ports/process-group.ts';

const LOOPBACK = '127.0.0.1';

/** Forwards requests and upgrades from this process to other processes of the node. */
export interface RequestForwarder {
  /**
   * Returns listeners that forward everything to another process. `portOf` returns that process's port on 127.0.0.1, or
   * null once the process has ended; requests are then answered with 502.
   */
  to(portOf: () => number | null): ServerListeners;
  /** Closes all upgraded connections, which Node's server does not track. */
  close(): void;
}

/** Answers 502 because the other process has ended; a client that uses long polling then opens a new connection. */
function answerProcessGone(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { 'content-length': '0', connection: 'close' }).end();
}

/** Creates the forwarder to the other processes of the node. */
export function createForwarder(): RequestForwarder {
  const proxy = createProxyServer({});
  const upgradedSockets = new Set<Duplex>();
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse) answerProcessGone(response);
    else response?.destroy();
  });
  const targetOf = (port: number) => ({ target: `http://${LOOPBACK}:${port}` });
  return {
    to: (portOf) => ({
      request: (request, response) => {
        const port = portOf();
        if (port === null) return answerProcessGone(response);
        // Failures reach the `error` listener.
        proxy.web(request, response, targetOf(port)).catch(() => undefined);
      },
      upgrade: (request, socket, head) => {
        const port = portOf();
        if (port === null) return void socket.destroy();
        upgradedSockets.add(socket);
        socket.once('close', () => upgradedSockets.delete(socket));
        proxy.ws(request, socket as Socket, targetOf(port), head).catch(() => socket.destroy());
      },
    }),
    close: () => {
      for (const socket of upgradedSockets) socket.destroy();
    },
  };
}

/**
 * A server on a port of 127.0.0.1 that only this process listens on; Node's cluster module does not share the port with
 * other processes.
 */
export interface OwnServer {
  readonly port: number;
  serve(listeners: ServerListeners): void;
  close(): void;
}

/** Opens a port for this process alone; requests wait until `serve` is called. */
export async function openOwnServer(): Promise<OwnServer> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: LOOPBACK, exclusive: true }, resolve);
  });
  const upgradedSockets = new Set<Duplex>();
  return {
    port: (server.address() as AddressInfo).port,
    serve: ({ request, upgrade }) => {
      server.on('request', request);
      server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
        upgradedSockets.add(socket);
        socket.once('close', () => upgradedSockets.delete(socket));
        upgrade(incoming, socket, head);
      });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const socket of upgradedSockets) socket.destroy();
    },
  };
}
