import { type SQL, sql } from '../../platform/database/query-builder.ts';
import { instantText } from '../../platform/database/time-text.ts';
import { blockBetween } from '../users/index.ts';

/**
 * Columns of the message in table alias `m`; `r` is the receiver's read position. Across a block `read_at` is null,
 * because a position that moves would tell the sender what the receiver reads.
 * @param hasBlockBetween whether there is a block between sender and receiver; by default examined for each message
 */
export const selectMessage = (
  hasBlockBetween: SQL = blockBetween(sql`m.sender_id`, sql`m.receiver_id`),
): SQL => sql`m.id, m.sender_id, m.receiver_id, m.message, m.system,
  ${instantText(sql`m.sent_at`)} AS sent_at, m.seq,
  CASE WHEN r.read_at IS NULL OR ${hasBlockBetween} THEN NULL
    ELSE ${instantText(sql`r.read_at`)} END AS read_at`;

/** Joins the receiver's read position as `r` to the message `m`. `r` is null while the message is unread. */
export const readPositionJoin = sql`LEFT JOIN conversation_members r
  ON r.conversation_id = m.conversation_id AND r.uid = m.receiver_id AND r.read_seq >= m.seq`;

/** A row with the columns of `selectMessage`. */
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
