/**
 * Parses a position in PostgreSQL's write-ahead log, as `pg_current_wal_lsn` and similar functions write it:
 * `16/B374D848`.
 */
export function parseLogPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Tracks how current a replica is: up to which time it has everything that the primary had committed. */
export interface LagTracker {
  /** Records the position of the primary at the time `at` in ms. */
  primaryAt(at: number, position: string): void;
  /**
   * The latest recorded time in ms up to which a replica at `position` has replayed the primary's log; null when the
   * replica has not reached any recorded position.
   */
  replayedUntil(position: string): number | null;
}

/**
 * Creates a tracker. It compares positions instead of commit times: while the primary writes nothing, its last commit
 * gets older, although the replicas are current.
 * @param keepMs time in ms for which positions of the primary are kept
 */
export function createLagTracker(keepMs: number): LagTracker {
  let samples: { readonly at: number; readonly position: bigint }[] = [];
  return {
    primaryAt: (at, text) => {
      const position = parseLogPosition(text);
      samples = [...samples.filter((sample) => at - sample.at <= keepMs), { at, position }];
    },
    replayedUntil: (text) => {
      const replayed = parseLogPosition(text);
      return samples.findLast(({ position }) => position <= replayed)?.at ?? null;
    },
  };
}
