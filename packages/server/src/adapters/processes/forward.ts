import { createServer, type IncomingMessage, type Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createProxyServer } from 'httpxy';
import type { ServerListeners } from '../../ports/process-group.ts';

const LOOPBACK = '127.0.0.1';

/** Requests and upgrades on their way from this process to another one of the node. */
export interface RequestForwarder {
  /** Listeners that send what they get to the process at this port of the machine; null for a process that is gone. */
  to(port: () => number | null): ServerListeners;
  /** Cuts upgraded connections, which Node's server does not track. */
  close(): void;
}

/** Answers that the other process is gone; a client of a polling connection then opens a new one. */
function answerGone(response: ServerResponse): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(502, { 'content-length': '0', connection: 'close' }).end();
}

/** Creates the way to the other processes of the node. */
export function createForwarder(): RequestForwarder {
  const proxy = createProxyServer({});
  const upgraded = new Set<Duplex>();
  proxy.on('error', (_error, _request, response) => {
    if (response instanceof ServerResponse) answerGone(response);
    else response?.destroy();
  });
  const targetOf = (port: number) => ({ target: `http://${LOOPBACK}:${port}` });
  return {
    to: (portOf) => ({
      request: (request, response) => {
        const port = portOf();
        if (port === null) return answerGone(response);
        // Failures reach the `error` listener.
        proxy.web(request, response, targetOf(port)).catch(() => undefined);
      },
      upgrade: (request, socket, head) => {
        const port = portOf();
        if (port === null) return void socket.destroy();
        upgraded.add(socket);
        socket.once('close', () => upgraded.delete(socket));
        proxy.ws(request, socket as Socket, targetOf(port), head).catch(() => socket.destroy());
      },
    }),
    close: () => {
      for (const socket of upgraded) socket.destroy();
    },
  };
}

/** A server on a port of this machine that this process alone has, also in a cluster. */
export interface OwnServer {
  readonly port: number;
  serve(listeners: ServerListeners): void;
  close(): void;
}

/** Opens the own port of this process; requests wait for `serve`. */
export async function openOwnServer(): Promise<OwnServer> {
  const server: Server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: LOOPBACK, exclusive: true }, resolve);
  });
  const upgraded = new Set<Duplex>();
  return {
    port: (server.address() as AddressInfo).port,
    serve: ({ request, upgrade }) => {
      server.on('request', request);
      server.on('upgrade', (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
        upgraded.add(socket);
        socket.once('close', () => upgraded.delete(socket));
        upgrade(incoming, socket, head);
      });
    },
    close: () => {
      server.close();
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    },
  };
}
