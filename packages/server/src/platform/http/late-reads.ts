import { limits } from '@guilda/contract/limits';
import type { Fanout } from '../../ports/fanout.ts';
import type { Timers } from '../../ports/timers.ts';
import type { Person, Visitor } from '../actor.ts';
import type { Replicas } from '../database/replicas/replicas.ts';

/** A visitor, or a person by uid: the sender of a request, or the person whose data a job reads. */
export type LateReader = Visitor | Pick<Person, 'kind' | 'uid'>;

/**
 * Decides which reads may be late, which means from a replica of the database with data up to 5 s old
 * (docs/product/limits.md).
 */
export interface LateReads {
  /**
   * Runs the handler of an endpoint that allows late reads, or another read that may be late. A person who wrote within
   * the last ten seconds, at any node, reads from the primary.
   */
  run<T>(reader: LateReader, work: () => T): T;
  /** Records that a person writes now or has just written, and informs all nodes. */
  recordWrite(uid: string): void;
}

/** The decision of an installation without replicas: everything is read from the primary. */
export const noLateReads: LateReads = {
  run: (_reader, work) => work(),
  recordWrite: () => undefined,
};

/** Topic on which nodes inform each other of writes by a person. */
const WROTE_TOPIC = 'wrote';
/** Interval in ms at which writes of long ago are removed from memory. */
const SWEEP_INTERVAL_MS = 10_000;

export interface LateReadsDeps {
  readonly replicas: Replicas;
  readonly fanout: Pick<Fanout, 'publish' | 'subscribe' | 'onReconnect' | 'connected'>;
  readonly timers: Timers;
}

/**
 * Creates the `LateReads` of a process. A person is recognised by the uid and not by a cookie, because API clients
 * other than browsers have no cookies. While messages of other nodes cannot be received, and for ten seconds after, all
 * signed-in people read from the primary.
 */
export function createLateReads({ replicas, fanout, timers }: LateReadsDeps): LateReads {
  const { primaryAfterWriteMs } = limits.replicas;
  const lastWriteAtByUid = new Map<string, number>();
  let missedAt = Number.NEGATIVE_INFINITY;
  let sweptAt = timers.now();
  const isRecent = (time: number | undefined) =>
    time !== undefined && timers.now() - time < primaryAfterWriteMs;
  const sweep = () => {
    if (timers.now() - sweptAt < SWEEP_INTERVAL_MS) return;
    sweptAt = timers.now();
    for (const [uid, at] of lastWriteAtByUid) if (!isRecent(at)) lastWriteAtByUid.delete(uid);
  };
  const noteWrite = (uid: string) => {
    sweep();
    lastWriteAtByUid.set(uid, timers.now());
  };
  fanout.subscribe(WROTE_TOPIC, ({ uid }) => noteWrite(String(uid)));
  fanout.onReconnect(() => {
    missedAt = timers.now();
  });
  const mayRead = (reader: LateReader) => {
    if (reader.kind === 'visitor') return true;
    if (!fanout.connected) missedAt = timers.now();
    return !isRecent(missedAt) && !isRecent(lastWriteAtByUid.get(reader.uid));
  };
  return {
    run: (reader, work) => (mayRead(reader) ? replicas.lateReads(work) : work()),
    recordWrite: (uid) => {
      noteWrite(uid);
      fanout.publish(WROTE_TOPIC, { uid });
    },
  };
}
