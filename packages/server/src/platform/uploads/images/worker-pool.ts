import { type JobResult, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** Worker processes, started on demand and ended after some idle time. */
export interface WorkerPool {
  closed(): boolean;
  /** Runs one job on a worker. */
  run(work: (child: WorkerProcess) => Promise<JobResult>): Promise<JobResult>;
  /** Kills all workers, including those that run a job. */
  close(): void;
}

interface PoolState {
  readonly idleMs: number;
  readonly allWorkers: Set<WorkerProcess>;
  /** Workers without a job, each with the timer that ends it. */
  readonly idleWorkers: Map<WorkerProcess, NodeJS.Timeout>;
  isClosed: boolean;
}

/** Creates a pool whose workers are ended after `idleMs` without a job. */
export function createWorkerPool(idleMs: number): WorkerPool {
  const pool: PoolState = {
    idleMs,
    allWorkers: new Set(),
    idleWorkers: new Map(),
    isClosed: false,
  };
  return {
    closed: () => pool.isClosed,
    run: async (work) => {
      const child = acquireWorker(pool);
      try {
        return await work(child);
      } finally {
        releaseWorker(pool, child);
      }
    },
    close: () => {
      pool.isClosed = true;
      for (const child of pool.allWorkers) endWorker(pool, child);
    },
  };
}

function acquireWorker(pool: PoolState): WorkerProcess {
  for (const [child, timer] of pool.idleWorkers) {
    clearTimeout(timer);
    pool.idleWorkers.delete(child);
    if (child.alive()) return child;
    endWorker(pool, child);
  }
  const child = startWorkerProcess();
  pool.allWorkers.add(child);
  return child;
}

function releaseWorker(pool: PoolState, child: WorkerProcess): void {
  if (pool.isClosed || !child.alive()) {
    endWorker(pool, child);
    return;
  }
  pool.idleWorkers.set(child, setTimeout(() => endWorker(pool, child), pool.idleMs).unref());
}

function endWorker(pool: PoolState, child: WorkerProcess): void {
  clearTimeout(pool.idleWorkers.get(child));
  pool.idleWorkers.delete(child);
  pool.allWorkers.delete(child);
  child.kill();
}
