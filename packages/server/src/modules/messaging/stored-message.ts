import type { Message } from '@guilda/contract/messaging';
import type { AccountPair } from '../users/index.ts';
import type { MessageRow } from './message-columns.ts';

/** A message to store, after all checks that need no database. */
export interface MessageDraft {
  /** UUID made by the client, so that sending again stores once. */
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly message: string;
  /** Id of the sending client, which does not receive its own message. */
  readonly origin: string;
}

/** A stored message with its numbers in the two inboxes. */
export interface StoredMessage {
  readonly message: Message;
  readonly senderN: number;
  readonly receiverN: number;
  readonly origin: string;
}

/** The pair of a conversation as stored: the lower uid first. */
export function pairOf(a: string, b: string): AccountPair {
  return a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };
}

/** A key for a pair, independent of the order of arguments. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

export function toMessage(row: MessageRow): Message {
  return {
    id: row.id,
    senderId: row.sender_id,
    receiverId: row.receiver_id,
    message: row.message,
    sentAt: row.sent_at,
    readAt: row.read_at,
    seq: row.seq,
  };
}
