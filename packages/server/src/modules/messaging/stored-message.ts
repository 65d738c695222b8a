import type { Message } from '@guilda/contract/messaging';
import { sql } from 'drizzle-orm';
import { instantText } from '../../platform/database/time-text.ts';
import type { Pair } from '../users/index.ts';

/** What somebody wants to send, past every rule that needs no database. */
export interface Draft {
  /** Made by the client, so that sending again stores once (UUID). */
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly message: string;
  /** The client that sends it and does not get it back. */
  readonly origin: string;
}

/** A message as it stands in the database, with its places in the two inboxes. */
export interface StoredMessage {
  readonly message: Message;
  readonly senderN: number;
  readonly receiverN: number;
  readonly origin: string;
}

/** The two of a conversation as it keeps them: the lesser uid first. */
export function pairOf(a: string, b: string): Pair {
  return a < b ? { lowId: a, highId: b } : { lowId: b, highId: a };
}

/** One text for a pair, whoever is named first. */
export const pairKey = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** Columns of a message of the table `m`, shown with its receiver's read position `r`. */
export const messageSelection = sql`m.id, m.sender_id, m.receiver_id, m.message,
  ${instantText(sql`m.sent_at`)} AS sent_at, m.seq,
  ${instantText(sql`r.read_at`)} AS read_at`;

/** The read position that a message of `m` lies behind: none while it is unread. */
export const readBeyond = sql`LEFT JOIN conversation_members r
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
