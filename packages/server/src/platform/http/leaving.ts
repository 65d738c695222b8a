import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { err } from '../result.ts';
import { sendRefusal } from './refusal.ts';

/** How the application leaves. */
export interface Leaving {
  /**
   * Turns reads away while the port is still open, so that a proxy takes them and all that follows
   * to another node; writes are done as ever. Resolves at once where no proxy stands in front.
   */
  announce(): Promise<void>;
  /** Closes the port, finishes what is in flight, and cuts it off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Within it a proxy under any load has met a read that was turned away. */
const ANNOUNCE_MS = 1_500;
/** How often connections that nothing is asked on are looked for. */
const SWEEP_MS = 50;

/** Tells a proxy that this 503 is of a node that leaves: nothing was done, and another one answers. */
const LEAVING_HEADER = 'guilda-leaving';

const READS = new Set(['GET', 'HEAD']);
/** Probes ask this very node. */
const PROBES = new Set(['/healthz', '/readyz']);

/** Connections of the server as they are; browsers open some before they have anything to ask. */
function keepConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  app.server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return open;
}

/**
 * Prepares the application's end; to be called before routes are registered.
 * @param behindProxy whether somebody stands in front who asks another node instead
 */
export function prepareLeaving(app: FastifyInstance, behindProxy: boolean): Leaving {
  const open = keepConnections(app);
  let leaving = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!leaving) return;
    reply.header('connection', 'close');
    if (!READS.has(request.method) || PROBES.has(request.url)) return;
    reply.header(LEAVING_HEADER, '1');
    return sendRefusal(request, reply, err('unavailable'));
  });
  return {
    announce: async () => {
      if (!behindProxy) return;
      leaving = true;
      await delay(ANNOUNCE_MS);
    },
    close: async (graceMs) => {
      // Node counts as idle only what has asked something before, and closes those once: an answer
      // that ends a moment later would leave its connection open.
      const endIdle = () => {
        app.server.closeIdleConnections();
        for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
      };
      const sweep = setInterval(endIdle, SWEEP_MS);
      // A client that is slow on purpose must not keep the database from being closed in order.
      const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await app.close().finally(() => {
        clearInterval(sweep);
        clearTimeout(cut);
      });
    },
  };
}
