import type { Logger } from '../../platform/telemetry/logging.ts';

/** Options of tracing. */
export interface TraceOptions {
  /** URL of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Sampling ratio, 0 to 1. */
  readonly ratio: number;
  readonly version: string;
  /** Id of this process, new at each start. */
  readonly nodeId: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}
