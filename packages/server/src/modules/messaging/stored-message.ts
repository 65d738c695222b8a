import type { Message } from '@guilda/contract/chat/messaging';
import type { AccountPair } from '../users/index.ts';
import type { MessageRow } from './message-columns.ts';

/** A message to store; it has passed all checks that need no database. */
export interface MessageDraft {
  /** UUID made by the client, so that a message that is sent again is stored once. */
  readonly id: string;
  readonly senderId: string;
  readonly receiverId: string;
  readonly message: string;
  /** Id of the sending client, to which the message is not delivered. */
  readonly origin: string;
  /** Set when Guilda writes the message in the sender's name. */
  readonly system?: true;
}

/** A stored message with its numbers in the inboxes of sender and receiver. */
export interface StoredMessage {
  readonly message: Message;
  readonly senderN: number;
  readonly receiverN: number;
  readonly origin: string;
}

/** Two uids in the order in which `conversations` stores them: the lower uid first. */
export function pairOf(firstUid: string, secondUid: string): AccountPair {
  return firstUid < secondUid
    ? { lowId: firstUid, highId: secondUid }
    : { lowId: secondUid, highId: firstUid };
}

/** A map key for two people, whatever the order of the arguments. */
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
    ...(row.system && { system: true as const }),
  };
}
