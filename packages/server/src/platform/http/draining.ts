import { Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { err } from '../result.ts';
import { sendRefusal } from './refusal.ts';

/** Steps of the shutdown of the HTTP application. */
export interface Draining {
  /**
   * Refuses reads with 503 while the port is still open, so that a proxy sends these and later requests to another
   * node; writes are still handled. Resolves at once when no proxy is in front.
   * @param replaced whether other processes continue on the same port: this process then accepts no new connection,
   *   handles all requests on open connections and closes each of them after its answer
   */
  announce(replaced?: boolean): Promise<void>;
  /**
   * Closes the port, waits for running requests to finish, and closes connections that are still open after `graceMs`
   * ms.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Time in ms in which this node refuses GET requests before it closes. Under load a proxy gets at least one refusal in
 * that time and stops using the node.
 */
const ANNOUNCE_DRAINING_MS = 1_500;
/**
 * Time in ms in which a replaced process answers requests on open connections and closes each connection after its
 * answer. A connection that was idle for this long is closed from this side, and a request that its client sends at that
 * moment is lost.
 */
const REPLACED_DRAINING_MS = 3_000;
/** Interval at which idle connections are closed during the shutdown, in ms. */
const IDLE_SWEEP_INTERVAL_MS = 50;

/**
 * Response header on the 503 of a draining node: the request had no effect, so a proxy may retry it on another node.
 */
const DRAINING_HEADER = 'guilda-leaving';

const READ_METHODS = new Set(['GET', 'HEAD']);
/** Paths of health probes, which are still answered while draining because they are meant for this node. */
const PROBE_PATHS = new Set(['/healthz', '/readyz']);

/** Tracks all connections, including those that browsers open before they send a request. */
function trackConnections(app: FastifyInstance): ReadonlySet<Socket> {
  const openSockets = new Set<Socket>();
  app.server.on('connection', (socket) => {
    openSockets.add(socket);
    socket.on('close', () => openSockets.delete(socket));
  });
  return openSockets;
}

/**
 * Prepares the shutdown; must be called before routes are registered.
 * @param isBehindProxy whether a proxy can send requests to another node
 */
export function prepareDraining(app: FastifyInstance, isBehindProxy: boolean): Draining {
  const openSockets = trackConnections(app);
  let isDraining = false;
  let isReplaced = false;
  app.addHook('onRequest', (request, reply, done) => {
    if (!isDraining) return done();
    reply.header('connection', 'close');
    const isRefused = READ_METHODS.has(request.method) && !PROBE_PATHS.has(request.url);
    if (isReplaced || !isRefused) return done();
    reply.header(DRAINING_HEADER, '1');
    sendRefusal(request, reply, err('unavailable'));
  });
  return {
    announce: async (replaced = false) => {
      if (!isBehindProxy && !replaced) return;
      isReplaced = replaced;
      isDraining = true;
      app.prepared.stop();
      // Only the port closes: HTTP's own `close` would also end connections that are about to send a request.
      if (replaced) Server.prototype.close.call(app.server);
      await delay(replaced ? REPLACED_DRAINING_MS : ANNOUNCE_DRAINING_MS);
    },
    close: async (graceMs) => {
      // When a server closes, Node ends idle connections only once, and none that never sent a request. Repeating this
      // also ends connections that become idle later.
      const endIdle = () => {
        app.server.closeIdleConnections();
        for (const socket of openSockets) if (socket.bytesRead === 0) socket.destroy();
      };
      const sweepTimer = setInterval(endIdle, IDLE_SWEEP_INTERVAL_MS);
      // Connections are cut after `graceMs`: a slow client must not delay the orderly shutdown of the database.
      const closeTimer = setTimeout(() => app.server.closeAllConnections(), graceMs);
      await app.close().finally(() => {
        clearInterval(sweepTimer);
        clearTimeout(closeTimer);
      });
    },
  };
}
