import type { Message } from '@guilda/contract/messaging';
import { sql } from '../../platform/database/query-builder.ts';
import { instantText } from '../../platform/database/time-text.ts';
import type { Pair } from '../users/index.ts';

/** A message to store, after all checks that need no database. */
export interface Draft {
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
export function pairOf(a: string, b: string): Pair {
  return a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };
}

/** A key for a pair, independent of the order of arguments. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Columns of a message of `m`, with its receiver's read position `r`. */
export const messageSelection = sql`m.id, m.sender_id, m.receiver_id, m.message,
  ${instantText(sql`m.sent_at`)} AS sent_at, m.seq,
  ${instantText(sql`r.read_at`)} AS read_at`;

/** Joins the receiver's read position `r` to a message of `m` that is read; none while it is unread. */
export const readPositionJoin = sql`LEFT JOIN conversation_members r
  ON r.conversation_id = m.conversation_id AND r.uid = m.receiver_id AND r.read_seq >= m.seq`;

/** A row of `messageSelection`. */
export type MessageRow = {
  readonly id: string;
  readonly sender_id: string;
  readonly receiver_id: string;
  readonly message: string;
  readonly sent_at: string;
  readonly seq: number;
  readonly read_at: string | null;
};

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
