import type { Presence as Status } from '@guilda/contract/users';
import { openPresence } from '../src/modules/presence/index.ts';
import type { Actor, Person } from '../src/platform/actor.ts';
import type { Audience, Connection } from '../src/platform/gateway/index.ts';
import { fakeTimers } from './fake-timers.ts';
import { joinedFanouts } from './joined-fanouts.ts';
import { quietLog } from './quiet-log.ts';

/** Who may see a person, as the database of the rig says. */
export interface RigSight {
  open: readonly string[] | null;
  apart: readonly string[];
}

/** One event that reached a person's devices on a node. */
export interface Told {
  readonly event: string;
  readonly userId: string;
  readonly status: Status;
}

const person = (uid: string): Person => ({
  kind: 'person',
  uid,
  role: 'user',
  sessionId: 'session',
  adult: false,
  blocks: false,
});

/** Presence on several nodes of one process, in a time that moves only when told. */
export function presenceRig(nodes: number, { awayAfterMs = 300_000 } = {}) {
  const timers = fakeTimers();
  const fanouts = joinedFanouts(nodes);
  /** Of whoever is not named everyone may see everything; null for a closed account. */
  const sights = new Map<string, RigSight | null>();
  const state = { failing: false, queries: 0 };
  const query = async ({ values }: { values: [readonly string[]] }) => {
    state.queries += 1;
    if (state.failing) throw new Error('the database is away');
    const rows = values[0].flatMap((uid) => {
      const sight = sights.get(uid) === undefined ? { open: null, apart: [] } : sights.get(uid);
      return sight ? [{ uid, ...sight }] : [];
    });
    return { rows };
  };
  const open = (fanout: (typeof fanouts)[number]) => {
    const devices = new Map<string, { readonly uid: string; readonly heard: Told[] }>();
    const following = new Set<string>();
    const broadcast = (event: string, payload: object, audience: Audience) => {
      for (const [id, { uid, heard }] of devices) {
        const reached =
          'only' in audience ? audience.only.includes(uid) : !audience.except.includes(uid);
        if (reached && following.has(id)) heard.push({ event, ...payload } as Told);
      }
    };
    const presence = openPresence({
      database: { pool: { query } as never },
      fanout,
      timers,
      log: quietLog as never,
      broadcast: broadcast as never,
      awayAfterMs,
    });
    presence.start();
    let count = 0;
    return {
      fanout,
      presence,
      /** A device of a person that hears what it is told; `list` is what it got when it came. */
      device: async (uid: string) => {
        count += 1;
        const id = `${fanout.nodeId} device ${count}`;
        const heard: Told[] = [];
        let list: readonly { userId: string; status: Status }[] | null = null;
        const connection = {
          id,
          actor: person(uid),
          emit: (_event: string, users: never) => {
            list = users;
          },
          follow: () => following.add(id),
        } as unknown as Connection;
        devices.set(id, { uid, heard });
        await presence.came(connection).catch((error: unknown) => {
          // As the gateway does, which closes what it could not take in.
          presence.left(connection);
          throw error;
        });
        timers.advance(0);
        return {
          uid,
          heard,
          list: (list ?? []) as readonly { userId: string; status: Status }[],
          /** What it was told since it was asked last. */
          news: () => {
            timers.advance(0);
            return heard
              .splice(0)
              .map(({ event, userId, status }) => `${event} ${userId} ${status}`);
          },
          leave: () => {
            devices.delete(id);
            presence.left(connection);
          },
        };
      },
      sees: (reader: string | null, uid: string): Status => {
        const actor: Actor = reader === null ? { kind: 'visitor' } : person(reader);
        return presence.statusFor(actor)(uid);
      },
    };
  };
  return { timers, sights, state, nodes: fanouts.map(open) };
}

/** Lets what was asked of the rig's database be answered. */
export const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
