import { type JobResult, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** Worker processes, started on demand and ended after some idle time. */
export interface WorkerPool {
  closed(): boolean;
  /** Runs one job on a worker. */
  run(work: (worker: WorkerProcess) => Promise<JobResult>): Promise<JobResult>;
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
      const worker = acquireWorker(pool);
      try {
        return await work(worker);
      } finally {
        releaseWorker(pool, worker);
      }
    },
    close: () => {
      pool.isClosed = true;
      for (const worker of pool.allWorkers) endWorker(pool, worker);
    },
  };
}

function acquireWorker(pool: PoolState): WorkerProcess {
  for (const [worker, timer] of pool.idleWorkers) {
    clearTimeout(timer);
    pool.idleWorkers.delete(worker);
    if (worker.alive()) return worker;
    endWorker(pool, worker);
  }
  const worker = startWorkerProcess();
  pool.allWorkers.add(worker);
  return worker;
}

function releaseWorker(pool: PoolState, worker: WorkerProcess): void {
  if (pool.isClosed || !worker.alive()) {
    endWorker(pool, worker);
    return;
  }
  pool.idleWorkers.set(worker, setTimeout(() => endWorker(pool, worker), pool.idleMs).unref());
}

function endWorker(pool: PoolState, worker: WorkerProcess): void {
  clearTimeout(pool.idleWorkers.get(worker));
  pool.idleWorkers.delete(worker);
  pool.allWorkers.delete(worker);
  worker.kill();
}
