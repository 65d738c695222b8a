import { sql } from '../../platform/database/query-builder.ts';
import { instantText } from '../../platform/database/time-text.ts';

/** Columns of the message in table alias `m`; `r` is the receiver's read position. */
export const messageSelection = sql`m.id, m.sender_id, m.receiver_id, m.message, m.system,
  ${instantText(sql`m.sent_at`)} AS sent_at, m.seq,
  ${instantText(sql`r.read_at`)} AS read_at`;

/** Joins the receiver's read position as `r` to the message `m`. `r` is null while the message is unread. */
export const readPositionJoin = sql`LEFT JOIN conversation_members r
  ON r.conversation_id = m.conversation_id AND r.uid = m.receiver_id AND r.read_seq >= m.seq`;

/** A row with the columns of `messageSelection`. */
export type MessageRow = {
  readonly id: string;
  readonly sender_id: string;
  readonly receiver_id: string;
  readonly message: string;
  readonly system: boolean;
  readonly sent_at: string;
  readonly seq: number;
  readonly read_at: string | null;
};
