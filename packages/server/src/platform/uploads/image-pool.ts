import { type ImageChild, type JobEnd, startImageChild } from './image-child.ts';

/** Worker processes: started when needed, kept for a while, then let go. */
export interface ImagePool {
  closed(): boolean;
  /** Lends a worker for one job. */
  run(work: (child: ImageChild) => Promise<JobEnd>): Promise<JobEnd>;
  /** Ends all workers, those at work too. */
  close(): void;
}

interface Pool {
  readonly idleMs: number;
  readonly all: Set<ImageChild>;
  readonly idle: Map<ImageChild, NodeJS.Timeout>;
  closed: boolean;
}

/** A pool whose workers are ended after `idleMs` without work. */
export function createImagePool(idleMs: number): ImagePool {
  const pool: Pool = { idleMs, all: new Set(), idle: new Map(), closed: false };
  return {
    closed: () => pool.closed,
    run: async (work) => {
      const child = take(pool);
      try {
        return await work(child);
      } finally {
        giveBack(pool, child);
      }
    },
    close: () => {
      pool.closed = true;
      for (const child of pool.all) end(pool, child);
    },
  };
}

function take(pool: Pool): ImageChild {
  for (const [child, timer] of pool.idle) {
    clearTimeout(timer);
    pool.idle.delete(child);
    if (child.alive()) return child;
    end(pool, child);
  }
  const child = startImageChild();
  pool.all.add(child);
  return child;
}

function giveBack(pool: Pool, child: ImageChild): void {
  if (pool.closed || !child.alive()) {
    end(pool, child);
    return;
  }
  pool.idle.set(child, setTimeout(() => end(pool, child), pool.idleMs).unref());
}

function end(pool: Pool, child: ImageChild): void {
  clearTimeout(pool.idle.get(child));
  pool.idle.delete(child);
  pool.all.delete(child);
  child.kill();
}

/** Lets `places` at a time work, in the order they came, and at most `maxWaiting` wait. */
export function createTurns(places: number, maxWaiting: number) {
  const waiting: (() => void)[] = [];
  let working = 0;
  return {
    /** True once it is one's turn, false at once when too many wait. */
    async take(): Promise<boolean> {
      if (working < places) {
        working += 1;
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      await new Promise<void>((resolve) => waiting.push(resolve));
      return true;
    },
    /** Hands the place on. */
    pass(): void {
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
    },
  };
}
