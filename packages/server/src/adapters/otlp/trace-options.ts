import type { Logger } from '../../platform/logging.ts';

/** Where traces go, and of what. */
export interface TraceOptions {
  /** Of the collector, without `/v1/traces`. */
  readonly endpoint: string;
  /** Share of traces that are sent, 0 to 1. */
  readonly ratio: number;
  readonly version: string;
  /** This process among others, new at each start. */
  readonly nodeId: string;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}
