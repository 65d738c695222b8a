import { limits } from '@guilda/contract/limits';
import type { OnlineUser } from '@guilda/contract/socket';
import type { Presence as Status } from '@guilda/contract/users';
import { type Actor, uidOf } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { Broadcast, Connection } from '../../platform/gateway/index.ts';
import type { Logger } from '../../platform/logging.ts';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import { openExchange } from './exchange.ts';
import { lookUpTogether } from './look-up.ts';
import { type OwnPeople, openOwnPeople } from './own-people.ts';
import { openRoster, type Roster, statusOver, statusSeen } from './roster.ts';
import { readKnown, readSights } from './sight-queries.ts';
import { openTeller } from './tell-changes.ts';

/** Who may see whom is asked again so long after the database could not say it. */
const ASK_AGAIN_MS = 5_000;

export interface PresenceDeps {
  readonly database: Pick<Database, 'pool'>;
  readonly fanout: Fanout;
  readonly timers: Timers;
  readonly log: Logger;
  readonly broadcast: Broadcast;
  /** How long without activity makes somebody away, in ms (`AWAY_AFTER_SECONDS`). */
  readonly awayAfterMs: number;
}

/** Who is there, over all devices and nodes (`product §6`). Every node knows it of everyone. */
export interface Presence {
  /** What a person's status is, whoever asks: for the server's own decisions, never to be shown. */
  statusOf(uid: string): Status;
  /** A person's status as this reader may see it: `offline` across a block and behind a closed profile. */
  statusFor(reader: Actor): (uid: string) => Status;
  /** Who is online now, on whichever node. Whoever lists them applies the rules of visibility. */
  onlineUids(): readonly string[];
  /** How many nodes there are, as far as this one has heard. */
  nodes(): number;
  /** Takes in a registered device and tells it who is there; false when nobody may see the person. */
  came(connection: Connection): Promise<void>;
  left(connection: Connection): void;
  /** The person did something. */
  active(uid: string): void;
  /** The account was closed or suspended. */
  ended(uid: string): void;
  /** Who may see these people has changed: uids with a space between, or everyone's without. */
  sightChanged(uids?: string): void;
  start(): void;
  stop(): void;
}

/** Everyone whom a reader sees, those they trade or chat with first where there are too many. */
async function usersOnline(
  { database }: PresenceDeps,
  roster: Roster,
  reader: string,
): Promise<OnlineUser[]> {
  const visible = () => {
    const list: OnlineUser[] = [];
    for (const [userId, entries] of roster.all()) {
      const status = statusSeen(userId, entries, reader);
      if (status !== 'offline') list.push({ userId, status });
    }
    return list;
  };
  const list = visible();
  if (list.length <= limits.usersOnline) return list;
  const known = await readKnown(database.pool, reader);
  const near = ({ userId }: OnlineUser) => userId === reader || known.has(userId);
  const now = visible();
  return [...now.filter(near), ...now.filter((one) => !near(one))].slice(0, limits.usersOnline);
}

function askAgain(deps: PresenceDeps, own: OwnPeople, uids: readonly string[]): void {
  own.lookAgain(uids).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'who may see whom is still to be asked');
    deps.timers.after(ASK_AGAIN_MS, () => askAgain(deps, own, uids));
  });
}

export function openPresence(deps: PresenceDeps): Presence {
  const { database, fanout, timers, broadcast } = deps;
  const { offlineAfterMs } = limits;
  const roster = openRoster();
  const teller = openTeller({ roster, timers, broadcast, readers: () => own.uids() });
  const { changed } = teller;
  const exchange = openExchange({ fanout, timers, roster, offlineAfterMs, changed });
  const own = openOwnPeople({
    node: fanout.nodeId,
    timers,
    sightOf: lookUpTogether((uids) => readSights(database.pool, uids)),
    awayAfterMs: deps.awayAfterMs,
    offlineAfterMs,
    changed: (uid, entry) => {
      if (entry) roster.put(uid, entry);
      else roster.remove(uid, fanout.nodeId);
      exchange.tell(uid, entry);
      changed(uid);
    },
  });
  return {
    statusOf: (uid) => statusOver(roster.of(uid)),
    statusFor: (reader) => (uid) => statusSeen(uid, roster.of(uid), uidOf(reader)),
    onlineUids: () =>
      [...roster.all()].flatMap(([uid, entries]) =>
        statusOver(entries) === 'online' ? [uid] : [],
      ),
    nodes: exchange.nodes,
    came: async (connection) => {
      const { uid } = connection.actor;
      if (!(await own.came(uid, connection.id))) return;
      connection.emit('usersOnline', await usersOnline(deps, roster, uid));
      connection.follow();
    },
    left: ({ actor, id }) => own.left(actor.uid, id),
    active: own.active,
    ended: own.ended,
    sightChanged: (uids) =>
      askAgain(deps, own, uids === undefined ? [...own.uids()] : uids.split(' ')),
    start: exchange.start,
    stop: () => {
      exchange.stop();
      teller.stop();
      own.stop();
    },
  };
}
