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
  const match = /^(\S+) (\d+) (.*)$/s.exec(text);
  if (!match) return null;
  const [, from = '', n, json = ''] = match;
  try {
    const [topic, message] = JSON.parse(json) as [string, FanoutMessage];
    return { nodeId: from, sequenceNumber: Number(n), topic, message };
  } catch {
    return null;
  }
}

/** Tracks the sequence numbers of other nodes. */
export function createSequenceTracker() {
  const lastNumbers = new Map<string, number>();
  return {
    /**
     * Compares a message's number with the last one of its node: `late` for an outdated message, `gap` when messages
     * before it are missing.
     */
    next: (nodeId: string, sequenceNumber: number): 'next' | 'gap' | 'late' => {
      const previousNumber = lastNumbers.get(nodeId);
      if (previousNumber !== undefined && sequenceNumber <= previousNumber) return 'late';
      // The node is moved to the end, so that the nodes with the oldest last message are forgotten first.
      lastNumbers.delete(nodeId);
      lastNumbers.set(nodeId, sequenceNumber);
      if (lastNumbers.size > MAX_TRACKED_NODES)
        lastNumbers.delete(lastNumbers.keys().next().value ?? '');
      return previousNumber === undefined || sequenceNumber === previousNumber + 1 ? 'next' : 'gap';
    },
    /** Forgets the numbers of all nodes; called after the connection was interrupted. */
    forget: () => lastNumbers.clear(),
  };
}
