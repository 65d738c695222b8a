/** Position in PostgreSQL's write-ahead log, as `pg_current_wal_lsn` and similar functions write it: `16/B374D848`. */
export function parseLogPosition(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** Knows as of when a replica has all that the primary had committed. */
export interface LagTracker {
  /** The primary's position, asked for at the time `at` in ms. */
  primaryAt(at: number, position: string): void;
  /** The latest time, in ms, whose position of the primary a replica has replayed; null for none that is known. */
  replayedUntil(position: string): number | null;
}

/**
 * Compares positions, not times of commits: a primary without commits would make its replicas look older every second.
 * @param keepMs for how long positions of the primary are kept
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
