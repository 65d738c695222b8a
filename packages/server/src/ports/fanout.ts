/** A small JSON message between nodes. */
export type FanoutMessage = Readonly<Record<string, unknown>>;

/** Messages from this process to the other nodes of the installation. */
export interface Fanout {
  /** Id of this node, new at each start. */
  readonly nodeId: string;
  /**
   * Sends a message to every other node. Messages of one node on one topic arrive in order, or not at all. Never
   * throws: a message can be lost, so data that must not be lost is stored in the database, and messages only
   * announce it.
   */
  publish(topic: string, message: FanoutMessage): void;
  /** Subscribes to the messages of other nodes on a topic. */
  subscribe(topic: string, listener: (message: FanoutMessage, fromNode: string) => void): void;
  /** Calls `listener` when messages may have been lost, so that state has to be read again. */
  onReconnect(listener: () => void): void;
  /** Whether messages can be sent now. */
  readonly connected: boolean;
  /** Rejects when other nodes cannot be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
