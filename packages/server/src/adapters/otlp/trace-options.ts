import type { Logger } from '../../platform/telemetry/logging.ts';

/** Where and how spans are exported. */
export interface TraceOptions {
  /** URL of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Share of traces that are recorded, from 0 to 1. */
  readonly ratio: number;
  readonly version: string;
  /** Id of this process, new at each start. */
  readonly nodeId: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}
