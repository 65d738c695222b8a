import type pg from 'pg';
import type { TableCase } from './cases.ts';

/** Times and buffers of many runs of a case. */
export interface CaseFigures {
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Mean number of blocks of a run that were found in PostgreSQL's memory. */
  readonly blocksHit: number;
  /** Mean number of blocks of a run that were read from files. */
  readonly blocksRead: number;
  /** Why a run failed, such as the statement timeout; the figures are then of the runs before. */
  readonly failure: string | null;
}

interface BlockCounts {
  readonly hit: number;
  readonly read: number;
}

/**
 * Reads the block counters of the database. They also count what the transaction itself and its triggers read, which
 * EXPLAIN of single statements would leave out. The pool must have one connection, and autovacuum must not run.
 */
async function readBlockCounts(pool: pg.Pool): Promise<BlockCounts> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } =
    await pool.query<BlockCounts>(`SELECT blks_hit::float8 AS hit, blks_read::float8 AS read
    FROM pg_stat_database WHERE datname = current_database()`);
  return rows[0] ?? { hit: 0, read: 0 };
}

/** Runs a case with `subjectCount` subjects, one after the other, and adds what it took to `passes`. */
export class CaseMeasurement {
  readonly #times: number[] = [];
  #hit = 0;
  #read = 0;
  #failure: string | null = null;

  async run(pool: pg.Pool, { run, prepare }: TableCase, subjectCount: number): Promise<void> {
    if (this.#failure !== null) return;
    await prepare?.();
    const before = await readBlockCounts(pool);
    for (let subject = 0; subject < subjectCount && this.#failure === null; subject += 1) {
      const startedAt = performance.now();
      await run(subject).catch((error: Error) => {
        this.#failure = error.cause instanceof Error ? error.cause.message : error.message;
      });
      this.#times.push(performance.now() - startedAt);
    }
    const after = await readBlockCounts(pool);
    this.#hit += after.hit - before.hit;
    this.#read += after.read - before.read;
  }

  figures(): CaseFigures {
    const times = this.#times.toSorted((a, b) => a - b);
    const atShare = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0;
    return {
      medianMs: atShare(0.5),
      p99Ms: atShare(0.99),
      blocksHit: this.#hit / times.length,
      blocksRead: this.#read / times.length,
      failure: this.#failure,
    };
  }
}
