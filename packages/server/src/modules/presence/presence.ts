import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import type { Presence as PresenceStatus } from '@guilda/contract/users';
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
  /** Reads visibility rules again. `uids` are separated by spaces; without it the rules of everybody are read. */
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
  const list = statusesFor(reader);
  if (list.length <= limits.usersOnline) return list;
  const contacts = await readContacts(database.pool, reader);
  const isContact = ({ userId }: OnlineUser) => userId === reader || contacts.has(userId);
  const now = statusesFor(reader);
  return [...now.filter(isContact), ...now.filter((one) => !isContact(one))].slice(
    0,
    limits.usersOnline,
  );
}

function refreshVisibility(
  deps: PresenceDeps,
  local: LocalPresence,
  uids: readonly string[],
): void {
  local.recheckVisibility(uids).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'reading presence visibility failed, it is retried');
    deps.timers.after(RETRY_DELAY_MS, () => refreshVisibility(deps, local, uids));
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
    readers: () => local.uids(),
  });
  const { changed } = broadcaster;
  const sync = openPresenceSync({ fanout, timers, registry, offlineAfterMs, changed });
  const local = openLocalPresence({
    node: fanout.nodeId,
    timers,
    lookUpVisibility: createBatchLookup((uids) => readVisibilityRules(database.pool, uids)),
    awayAfterMs: deps.awayAfterMs,
    offlineAfterMs,
    changed: (uid, entry) => {
      if (entry) registry.put(uid, entry);
      else registry.remove(uid, fanout.nodeId);
      sync.publish(uid, entry);
      changed(uid);
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
      if (!(await local.connected(uid, connection.id))) return;
      connection.emit('usersOnline', await listUsersOnline(deps, broadcaster, uid));
      connection.joinBroadcast();
    },
    disconnected: ({ actor, id }) => local.disconnected(actor.uid, id),
    recordActivity: local.recordActivity,
    removeUser: local.remove,
    visibilityChanged: (uids) =>
      refreshVisibility(deps, local, uids === undefined ? [...local.uids()] : uids.split(' ')),
    start: sync.start,
    stop: () => {
      sync.stop();
      broadcaster.stop();
      local.stop();
    },
  };
}
