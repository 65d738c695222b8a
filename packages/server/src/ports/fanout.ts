/** What nodes tell each other: JSON, small. */
export type Note = Readonly<Record<string, unknown>>;

/** The way from this process of the server to the others of the same product, its nodes. */
export interface Fanout {
  /** This node's own name, new at each start. */
  readonly nodeId: string;
  /**
   * Tells every other node, never this one; notes of one node on one topic arrive in order or not at
   * all. Never throws: a note that cannot be told is lost, so what must not be lost lives in the
   * database, and a note only says where to look.
   */
  publish(topic: string, note: Note): void;
  /** Hears what other nodes tell of a topic. */
  subscribe(topic: string, listener: (note: Note, fromNode: string) => void): void;
  /** Calls `listener` whenever notes may have been lost: look again at everything. */
  onReturn(listener: () => void): void;
  /** Whether other nodes can be told now. */
  readonly connected: boolean;
  /** Rejects when the way to the other nodes is down. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
