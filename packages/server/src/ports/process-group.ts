import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Fanout } from './fanout.ts';

/** Numbers of processes of this node. */
export interface ProcessCounts {
  /** Configured number of processes (`PROCESSES`). */
  readonly wanted: number;
  /** Number of processes that accept requests and are not stopping. */
  readonly ready: number;
  /** Number of processes that ended by themselves since the node started. */
  readonly ended: number;
}

/** Handles an upgrade of a connection, with the arguments of the `upgrade` event of Node's server. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Listeners for the requests and the upgrades that an HTTP server receives. */
export interface ServerListeners {
  readonly request: RequestListener;
  readonly upgrade: UpgradeListener;
}

/** The processes of one node that share its port (`PROCESSES`), from the view of one process. */
export interface ProcessGroup {
  /** Id of this process, without `-`; new at each start of a process. */
  readonly id: string;
  /** Port on 127.0.0.1 on which only this process listens. */
  readonly ownPort: number;
  /** Id of the first-started process that accepts requests and is not stopping; null when there is none. */
  firstId(): string | null;
  /** Whether this is the id of another process that accepts requests. */
  isOther(id: string): boolean;
  counts(): ProcessCounts;
  /** Opens the fan-out to the other processes, in which `nodeId` identifies this process. */
  openFanout(nodeId: string): Fanout;
  /**
   * Returns listeners that send requests and upgrades to another process; they answer 502 when that process has ended.
   */
  forwardTo(id: string): ServerListeners;
  /** Handles requests and upgrades on `ownPort`, until `close`. */
  serve(listeners: ServerListeners): void;
  /** Registers the function that reads the metrics of this process as JSON; the primary process requests them. */
  answerMetrics(read: () => Promise<unknown>): void;
  /** Sends the last metrics to the primary process before this process exits. */
  handOverMetrics(): Promise<void>;
  /** Closes upgraded connections that were forwarded to other processes. */
  cutForwarded(): void;
  /** Closes `ownPort`. */
  close(): void;
}
