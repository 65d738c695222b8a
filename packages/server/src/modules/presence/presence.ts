import type { Presence as PresenceStatus } from '@guilda/contract/accounts/users';
import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Broadcast, GatewaySocket } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/telemetry/logging.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import { createBatchLookup } from './batch-lookup.ts';
import { openStatusBroadcaster, type StatusBroadcaster } from './broadcast-changes.ts';
import { type LocalPresence, openLocalPresence } from './local-presence.ts';
import { combinedStatus, createPresenceRegistry, visibleStatus } from './presence-registry.ts';
import { openPresenceSync } from './presence-sync.ts';
import { readContacts, readVisibilityRules } from './presence-visibility-queries.ts';

/** Ms after which visibility rules are read again when the database failed. */
const RETRY_DELAY_MS = 5_000;

export interface PresenceDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly fanout: Fanout;
  readonly timers: Timers;
  readonly log: Logger;
  readonly broadcast: Broadcast;
  /** Ms without activity after which a person is away (`AWAY_AFTER_SECONDS`). */
  readonly awayAfterMs: number;
}

/** Presence of all people over all devices and nodes (docs/product/chat.md), known on every node. */
export interface Presence {
  /** The real status of a person. Only for decisions of the server; it must not be shown to people. */
  statusOf(uid: string): PresenceStatus;
  /**
   * Returns the status of people as this reader may see it: `offline` when there is a block or the reader may not see
   * the profile.
   */
  statusFor(reader: Actor): (uid: string) => PresenceStatus;
  /** Uids of the people who are online on any node. The caller must apply the visibility rules. */
  onlineUids(): readonly string[];
  /** Number of live nodes that this node knows of, including itself. */
  nodes(): number;
  /** Adds a registered device and sends the event `usersOnline` to it. */
  connected(connection: GatewaySocket): Promise<void>;
  disconnected(connection: GatewaySocket): void;
  /** Records that a person was active now. */
  recordActivity(uid: string): void;
  /** Removes a person after the account was closed or suspended. */
  removeUser(uid: string): void;
  /** Reads the visibility rules of `uids` (separated by spaces) again; without `uids`, the rules of everybody. */
  visibilityChanged(uids?: string): void;
  start(): void;
  stop(): void;
}

/**
 * The people whom a reader may see online. When the list has to be cut, people with whom the reader has traded or
 * chatted come first.
 */
async function listUsersOnline(
  { database }: PresenceDeps,
  { statusesFor }: StatusBroadcaster,
  reader: string,
): Promise<OnlineUser[]> {
  const usersOnline = statusesFor(reader);
  if (usersOnline.length <= limits.usersOnline) return usersOnline;
  const contacts = await readContacts(database.pool, reader);
  const isContact = ({ userId }: OnlineUser) => userId === reader || contacts.has(userId);
  const onlineUsers = statusesFor(reader);
  return [
    ...onlineUsers.filter(isContact),
    ...onlineUsers.filter((user) => !isContact(user)),
  ].slice(0, limits.usersOnline);
}

function refreshVisibility(
  deps: PresenceDeps,
  localPresence: LocalPresence,
  uids: readonly string[],
): void {
  localPresence.recheckVisibility(uids).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'reading presence visibility failed, it is retried');
    deps.timers.after(RETRY_DELAY_MS, () => refreshVisibility(deps, localPresence, uids));
  });
}

export function openPresence(deps: PresenceDeps): Presence {
  const { database, fanout, timers, broadcast } = deps;
  const { offlineAfterMs } = limits;
  const registry = createPresenceRegistry();
  const broadcaster = openStatusBroadcaster({
    registry,
    timers,
    broadcast,
    readers: () => localPresence.uids(),
  });
  const { markChanged } = broadcaster;
  const sync = openPresenceSync({
    fanout,
    timers,
    registry,
    offlineAfterMs,
    onChanged: markChanged,
  });
  const localPresence = openLocalPresence({
    node: fanout.nodeId,
    timers,
    lookUpVisibility: createBatchLookup((uids) => readVisibilityRules(database.pool, uids)),
    awayAfterMs: deps.awayAfterMs,
    offlineAfterMs,
    onChanged: (uid, entry) => {
      if (entry) registry.put(uid, entry);
      else registry.remove(uid, fanout.nodeId);
      sync.publish(uid, entry);
      markChanged(uid);
    },
  });
  return {
    statusOf: (uid) => combinedStatus(registry.entriesOf(uid)),
    statusFor: (reader) => (uid) => visibleStatus(uid, registry.entriesOf(uid), uidOf(reader)),
    onlineUids: () =>
      [...registry.all()].flatMap(([uid, entries]) =>
        combinedStatus(entries) === 'online' ? [uid] : [],
      ),
    nodes: sync.nodes,
    connected: async (connection) => {
      const { uid } = connection.actor;
      if (!(await localPresence.connected(uid, connection.id))) return;
      connection.emit('usersOnline', await listUsersOnline(deps, broadcaster, uid));
      connection.joinBroadcast();
    },
    disconnected: ({ actor, id }) => localPresence.disconnected(actor.uid, id),
    recordActivity: localPresence.recordActivity,
    removeUser: localPresence.remove,
    visibilityChanged: (uids) =>
      refreshVisibility(
        deps,
        localPresence,
        uids === undefined ? [...localPresence.uids()] : uids.split(' '),
      ),
    start: sync.start,
    stop: () => {
      sync.stop();
      broadcaster.stop();
      localPresence.stop();
    },
  };
}
