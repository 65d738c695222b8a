import type { FastifyInstance } from 'fastify';

export interface RegularRun {
  /** Interval in ms; 0 disables the timer. */
  readonly everyMs: number;
  /** The work to repeat. A run that is due while another run is active is skipped; an error is logged. */
  readonly run: () => Promise<unknown>;
  /** Resolves when all started runs have ended; closing the application waits for this promise. */
  readonly idle: () => Promise<void>;
  /** Message of the log entry about an error. */
  readonly failureText: string;
}

/** Repeats work at an interval, from when the application is ready until it closes. */
export function runRegularly(
  app: FastifyInstance,
  { everyMs, run, idle, failureText }: RegularRun,
): void {
  if (everyMs === 0) return;
  let timer: NodeJS.Timeout | undefined;
  let runningTick: Promise<void> | null = null;
  const tick = async () => {
    try {
      await run();
    } catch (error) {
      app.log.warn({ err: error }, failureText);
    } finally {
      runningTick = null;
    }
  };
  app.addHook('onReady', async () => {
    timer = setInterval(() => {
      runningTick ??= tick();
    }, everyMs).unref();
  });
  app.addHook('preClose', async () => clearInterval(timer));
  app.addHook('onClose', async () => {
    await runningTick;
    await idle();
  });
}
