import type { FanoutMessage } from '../../ports/fanout.ts';

/** A message between nodes with its sequence number. */
export interface NumberedMessage {
  /** Id of the sending node. */
  readonly nodeId: string;
  /** Sequence number within the sending node, from 1; messages that could not be sent also get a number. */
  readonly sequenceNumber: number;
  readonly topic: string;
  readonly message: FanoutMessage;
}

/** Maximum number of nodes whose last number is remembered; every start of a node counts as a new node. */
const MAX_TRACKED_NODES = 200;

/** Serializes a message; the sender's id comes first, so that a node can skip its own messages without parsing them. */
export function serializeMessage({
  nodeId,
  sequenceNumber,
  topic,
  message,
}: NumberedMessage): string {
  return `${nodeId} ${sequenceNumber} ${JSON.stringify([topic, message])}`;
}

/** Parses a message; null for text that no node has written. */
export function parseMessage(text: string): NumberedMessage | null {
  const parts = /^(\S+) (\d+) (.*)$/s.exec(text);
  if (!parts) return null;
  const [, from = '', n, json = ''] = parts;
  try {
    const [topic, message] = JSON.parse(json) as [string, FanoutMessage];
    return { nodeId: from, sequenceNumber: Number(n), topic, message };
  } catch {
    return null;
  }
}

/** Tracks the sequence numbers of other nodes. */
export function createSequenceTracker() {
  const last = new Map<string, number>();
  return {
    /**
     * Compares a message's number with the last one of its node: `late` for an outdated message, `gap` when messages
     * before it are missing.
     */
    next: (node: string, n: number): 'next' | 'gap' | 'late' => {
      const before = last.get(node);
      if (before !== undefined && n <= before) return 'late';
      // The node is moved to the end, so that the nodes with the oldest last message are forgotten first.
      last.delete(node);
      last.set(node, n);
      if (last.size > MAX_TRACKED_NODES) last.delete(last.keys().next().value ?? '');
      return before === undefined || n === before + 1 ? 'next' : 'gap';
    },
    /** Forgets the numbers of all nodes; called after the connection was interrupted. */
    forget: () => last.clear(),
  };
}
