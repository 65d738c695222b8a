import { callEvents } from './modules/calls/index.ts';
import { type authenticate, sessionStands } from './modules/identity/index.ts';
import {
  type MessagingDeps,
  messagingEvents,
  messagingLife,
  nameConnection,
} from './modules/messaging/index.ts';
import { type NotificationDeps, notificationEvents } from './modules/notifications/index.ts';
import { openPresence, presenceEvents, presenceLife } from './modules/presence/index.ts';
import { createListener } from './platform/database/listener.ts';
import type { Database } from './platform/database/pool.ts';
import { createGateway, type Gateway } from './platform/gateway/index.ts';
import type { Logger } from './platform/logging.ts';
import type { Fanout } from './ports/fanout.ts';
import type { Ids } from './ports/ids.ts';

export interface RealtimeParts {
  readonly databaseUrl: string;
  readonly database: Database;
  readonly fanout: Fanout;
  readonly ids: Ids;
  readonly log: Logger;
  readonly publicUrl: string;
  readonly authenticate: ReturnType<typeof authenticate>;
}

/** The ways by which this node reaches people's devices and other nodes; closed until `openGateway`. */
export function composeRealtime(parts: RealtimeParts) {
  const { database, ids, log } = parts;
  const listener = createListener(parts.databaseUrl, log);
  const gateway = createGateway({
    ...parts,
    stands: sessionStands({ database }),
    nameConnection: nameConnection({ database, ids }),
  });
  listener.on('guilda_session_ended', gateway.endSession);
  listener.on('guilda_person_ended', gateway.endPerson);
  return { listener, realtime: gateway as Gateway, presence: openPresence() };
}

export type RealtimeHouse = ReturnType<typeof composeRealtime>;

/** Gives every event its handler and lets sockets in. */
export function openGateway(
  house: RealtimeHouse,
  server: Parameters<Gateway['open']>[0],
  deps: { readonly messaging: MessagingDeps; readonly notifications: NotificationDeps },
): void {
  house.realtime.open(
    server,
    {
      ...messagingEvents(deps.messaging),
      ...presenceEvents(),
      ...notificationEvents(deps.notifications),
      ...callEvents(),
    },
    // Who is there comes before what was missed (`product §12`).
    [presenceLife(), messagingLife(deps.messaging)],
  );
}
