import type { Config } from './config/index.ts';
import { type CallDeps, callEvents } from './modules/calls/index.ts';
import { standingSessions } from './modules/identity/index.ts';
import { devicePositions, openMessaging } from './modules/messaging/index.ts';
import { notificationFeed } from './modules/notifications/index.ts';
import {
  countAsActivity,
  openPresence,
  presenceEvents,
  presenceLife,
} from './modules/presence/index.ts';
import type { Authenticate } from './platform/actor.ts';
import { createListener } from './platform/database/listener.ts';
import type { Database } from './platform/database/pool.ts';
import { createGateway, type Gateway } from './platform/gateway/index.ts';
import type { RateLimiter } from './platform/limits/rate-limiter.ts';
import type { Logger } from './platform/logging.ts';
import type { Watchers } from './platform/scene.ts';
import type { Clock } from './ports/clock.ts';
import type { Fanout } from './ports/fanout.ts';
import type { Ids } from './ports/ids.ts';
import type { Meter } from './ports/meter.ts';
import type { Timers } from './ports/timers.ts';

export interface RealtimeParts {
  readonly config: Pick<Config, 'trustedProxies' | 'awayAfterSeconds' | 'sockets'>;
  readonly databaseUrl: string;
  readonly database: Database;
  readonly clock: Clock;
  readonly fanout: Fanout;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly limiter: RateLimiter;
  readonly log: Logger;
  readonly watchers: Watchers;
  readonly meter: Meter;
  readonly publicUrl: string;
  readonly authenticate: Authenticate;
}

/** The ways by which this node reaches people's devices and other nodes; closed until `openGateway`. */
export function composeRealtime(parts: RealtimeParts) {
  const { config, database, log } = parts;
  const devices = devicePositions(parts);
  const listener = createListener(parts.databaseUrl, log);
  const gateway: Gateway = createGateway({
    ...parts,
    trustedProxies: config.trustedProxies,
    sockets: config.sockets,
    standing: standingSessions({ database }),
    nameConnection: devices.nameConnection,
  });
  const awayAfterMs = config.awayAfterSeconds * 1000;
  const presence = openPresence({ ...parts, broadcast: gateway.broadcast, awayAfterMs });
  const messaging = openMessaging({ ...parts, devices, realtime: gateway });
  listener.on('guilda_session_ended', gateway.endSession);
  listener.on('guilda_person_ended', (uid) => {
    gateway.endPerson(uid);
    presence.ended(uid);
  });
  listener.on('guilda_role_changed', gateway.renewPerson);
  listener.on('guilda_sight', presence.sightChanged);
  const feed = notificationFeed(parts);
  listener.on('guilda_notification', feed.hear);
  listener.onReturn(() => {
    void gateway.recheck();
    presence.sightChanged();
    void messaging.lookAtAll();
    void feed.lookAgain();
  });
  return { listener, feed, realtime: gateway, presence, messaging };
}

export type RealtimeHouse = ReturnType<typeof composeRealtime>;

/** Gives every event its handler and lets sockets in. */
export function openGateway(
  house: RealtimeHouse,
  server: Parameters<Gateway['open']>[0],
  calls: CallDeps,
): void {
  const { presence, messaging } = house;
  house.realtime.open(
    server,
    {
      ...countAsActivity(presence, messaging.events),
      ...presenceEvents(presence),
      ...countAsActivity(presence, callEvents(calls)),
    },
    // Lives are told one by one. The feed sends nothing yet and waits for nobody: what is committed from
    // the acknowledgement on is heard. Who is there comes before what was missed (`product §12`).
    [house.feed.life, presenceLife(presence), messaging.life],
  );
}
