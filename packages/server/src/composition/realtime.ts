import { getActiveSessionRoles, type SessionCache } from '../modules/identity/index.ts';
import { createDevicePositions, openMessaging } from '../modules/messaging/index.ts';
import { createNotificationFeed } from '../modules/notifications/index.ts';
import { countAsActivity, openPresence } from '../modules/presence/index.ts';
import {
  type ConnectionLifecycle,
  createGateway,
  type EventHandlers,
} from '../platform/gateway/index.ts';
import type { EndpointDeps } from '../platform/http/endpoints.ts';
import type { Infrastructure } from './infrastructure.ts';

/** Services of HTTP requests that sockets use as well. */
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
  const { clock, config, database, fanout, ids, listener, processes } = infrastructure;
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
  // After the connection to the database was lost, notifications may have been missed, so their data is read again.
  listener.onReconnect(() => {
    void realtime.recheckSessions();
    presence.visibilityChanged();
    void messaging.recheckAll();
    void feed.catchUp();
  });
  return { listener, realtime, presence, messaging, feed };
}

export type RealtimeServices = ReturnType<typeof createRealtimeServices>;

/** Starts accepting sockets. Every event counts as activity of its sender. */
export function openGateway(
  { realtime, presence }: RealtimeServices,
  server: Parameters<RealtimeServices['realtime']['open']>[0],
  sockets: {
    readonly events: EventHandlers;
    readonly connections: readonly ConnectionLifecycle[];
  },
): void {
  realtime.open(server, countAsActivity(presence, sockets.events), sockets.connections);
}
