import { limits } from '@guilda/contract/limits';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import type { Actor } from '../actor.ts';
import type { Replicas } from '../database/replicas.ts';

/** Chooses where the reads of a request go that may be late (docs/product/limits.md). */
export interface LateReads {
  /** Runs a request of an endpoint that may be late; whoever wrote within ten seconds, at any node, reads the primary. */
  of<T>(actor: Actor, work: () => T): T;
  /** A person writes now, or has just written. */
  wrote(uid: string): void;
}

/** Where there are no replicas. */
export const noLateReads: LateReads = { of: (_actor, work) => work(), wrote: () => undefined };

/** Topic on which nodes tell each other who has written. */
const WROTE_TOPIC = 'wrote';
/** How often people who wrote long ago are forgotten, in ms. */
const SWEEP_INTERVAL_MS = 10_000;

export interface LateReadsDeps {
  readonly replicas: Replicas;
  readonly fanout: Pick<Fanout, 'publish' | 'subscribe' | 'onReconnect' | 'connected'>;
  readonly timers: Timers;
}

/**
 * Creates the choice for requests. People are told apart by their uid and not by a cookie, because programs that use the
 * API have none. While other nodes cannot be heard, and for ten seconds after, everybody signed in reads the primary.
 */
export function createLateReads({ replicas, fanout, timers }: LateReadsDeps): LateReads {
  const { primaryAfterWriteMs } = limits.replicas;
  const wroteAt = new Map<string, number>();
  let missedAt = Number.NEGATIVE_INFINITY;
  let sweptAt = timers.now();
  const isRecent = (at: number | undefined) =>
    at !== undefined && timers.now() - at < primaryAfterWriteMs;
  const sweep = () => {
    if (timers.now() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = timers.now();
    for (const [uid, at] of wroteAt) if (!isRecent(at)) wroteAt.delete(uid);
  };
  const note = (uid: string) => {
    sweep();
    wroteAt.set(uid, timers.now());
  };
  fanout.subscribe(WROTE_TOPIC, ({ uid }) => note(String(uid)));
  fanout.onReconnect(() => {
    missedAt = timers.now();
  });
  const mayRead = (actor: Actor) => {
    if (actor.kind === 'visitor') return true;
    if (!fanout.connected) missedAt = timers.now();
    return !isRecent(missedAt) && !isRecent(wroteAt.get(actor.uid));
  };
  return {
    of: (actor, work) => (mayRead(actor) ? replicas.lateReads(work) : work()),
    wrote: (uid) => {
      note(uid);
      fanout.publish(WROTE_TOPIC, { uid });
    },
  };
}
