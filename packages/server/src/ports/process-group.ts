import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Fanout } from './fanout.ts';

/** How many processes of this node run, and how many ended by themselves since the node started. */
export interface ProcessCounts {
  readonly wanted: number;
  readonly ready: number;
  readonly ended: number;
}

/** Handles an upgrade of a connection, as Node's server hands it out. */
export type UpgradeListener = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Handles what an HTTP server receives. */
export interface ServerListeners {
  readonly request: RequestListener;
  readonly upgrade: UpgradeListener;
}

/** The processes of one node that share its port (`PROCESSES`), as one of them sees them. */
export interface ProcessGroup {
  /** Id of this process, without `-`; new at each start of a process. */
  readonly id: string;
  /** Port on 127.0.0.1 at which this process alone answers. */
  readonly ownPort: number;
  /** Id of the process that takes requests for longest and goes on; null before any does. */
  firstId(): string | null;
  /** Whether another process has this id and takes requests. */
  isOther(id: string): boolean;
  counts(): ProcessCounts;
  /** Opens the fan-out to the other processes; `nodeId` is the id of this process for them. */
  openFanout(nodeId: string): Fanout;
  /** Sends requests and upgrades to another process; 502 when that process is gone. */
  forwardTo(id: string): ServerListeners;
  /** Answers what arrives at the own port, until `close`. */
  serve(listeners: ServerListeners): void;
  /** Answers each question for the metrics of this process with what `read` resolves to, as JSON. */
  answerMetrics(read: () => Promise<unknown>): void;
  /** Hands the last metrics over, as this process ends. */
  handOverMetrics(): Promise<void>;
  /** Cuts upgraded connections that were forwarded to other processes. */
  cutForwarded(): void;
  /** Closes the own port. */
  close(): void;
}
