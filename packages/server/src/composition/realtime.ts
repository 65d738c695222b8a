import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { getActiveSessionRoles, type SessionCache } from '../modules/identity/index.ts';
import { createDevicePositions, openMessaging } from '../modules/messaging/index.ts';
import { createNotificationFeed } from '../modules/notifications/index.ts';
import { countAsActivity, openPresence } from '../modules/presence/index.ts';
import {
  type ConnectionLifecycle,
  createGateway,
  type EventHandlers,
  processOfSession,
} from '../platform/gateway/index.ts';
import type { EndpointDeps } from '../platform/http/endpoints.ts';
import { forwardRequests } from '../platform/http/forward-requests.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Checks and session cache of HTTP requests, which are also used for sockets. */
interface RealtimeServiceDeps {
  readonly endpointDeps: Pick<EndpointDeps, 'authenticate' | 'isOfAccountAge'>;
  readonly knownSessions: SessionCache;
}

/**
 * Creates the socket gateway, presence and messaging; accepts no sockets before `openGateway`.
 */
export function createRealtimeServices(
  infrastructure: Infrastructure,
  { endpointDeps, knownSessions }: RealtimeServiceDeps,
) {
  const { authenticate, isOfAccountAge } = endpointDeps;
  const { batchLockTimeoutMs, clock, config, database, fanout, ids, listener, processes } =
    infrastructure;
  const { limiter, log, meter, publicUrl, telemetry, timers } = infrastructure;
  const { trustedProxies, sockets, awayAfterSeconds } = config;
  const devices = createDevicePositions({ database, ids, log });
  const realtime = createGateway({
    authenticate,
    isOfAccountAge,
    fanout,
    limiter,
    log,
    publicUrl,
    telemetry,
    trustedProxies,
    sockets,
    processes: { id: processes?.id ?? null, count: config.processes },
    activeSessions: getActiveSessionRoles({ database }),
    createConnectionId: devices.createConnectionId,
  });
  const presence = openPresence({
    database,
    fanout,
    timers,
    log,
    broadcast: realtime.broadcast,
    awayAfterMs: awayAfterSeconds * 1000,
  });
  const messaging = openMessaging({
    database,
    ids,
    log,
    timers,
    limiter,
    fanout,
    meter,
    realtime,
    devices,
    batchLockTimeoutMs,
  });
  const feed = createNotificationFeed({ database, clock, timers, log });
  listener.on('guilda_session_ended', (id) => {
    knownSessions.forgetSession(id);
    realtime.disconnectSession(id);
  });
  listener.on('guilda_person_ended', (uid) => {
    knownSessions.forgetPeople(uid);
    realtime.disconnectAccount(uid);
    presence.removeUser(uid);
  });
  listener.on('guilda_role_changed', (uid) => {
    knownSessions.forgetPeople(uid);
    realtime.reconnectAccount(uid);
  });
  listener.on('guilda_sight', (uids) => {
    knownSessions.forgetPeople(uids);
    presence.visibilityChanged(uids);
  });
  listener.onLost(knownSessions.forgetAll);
  listener.on('guilda_notification', feed.onCommitted);
  // Database notifications (`NOTIFY`) may have been missed while the connection was lost, so their data is read again.
  listener.onReconnect(() => {
    void realtime.recheckSessions();
    presence.visibilityChanged();
    void messaging.recheckAll();
    feed.catchUp();
  });
  return { listener, realtime, presence, messaging, feed };
}

export type RealtimeServices = ReturnType<typeof createRealtimeServices>;

/** Path prefix of the sandboxes, which keep some of their state in the memory of one process. */
const SANDBOX_PATH = '/sandbox/';

/**
 * Forwards requests that another process of this node has to answer. Requests and upgrades of a socket session go to
 * the process that has the session, requests to sandboxes to the oldest process. Does nothing with one process.
 */
function forwardToOtherProcesses(
  app: FastifyInstance,
  { config, processes }: Pick<Infrastructure, 'config' | 'processes'>,
): void {
  if (!processes) return;
  const ownerOf = ({ url = '' }: IncomingMessage) =>
    config.demo && url.startsWith(SANDBOX_PATH) ? processes.firstId() : processOfSession(url);
  processes.serve(
    forwardRequests(app.server, (request) => {
      const processId = ownerOf(request);
      return processId !== null && processes.isOther(processId)
        ? processes.forwardTo(processId)
        : null;
    }),
  );
}

/**
 * Starts accepting sockets, and forwards requests of sockets and sandboxes that belong to another process of this node.
 * Every event counts as activity of its sender.
 */
export function openGateway(
  { realtime, presence }: RealtimeServices,
  app: FastifyInstance,
  infrastructure: Infrastructure,
  sockets: {
    readonly events: EventHandlers;
    readonly connections: readonly ConnectionLifecycle[];
  },
): void {
  realtime.open(app.server, countAsActivity(presence, sockets.events), sockets.connections);
  forwardToOtherProcesses(app, infrastructure);
}
