import { type SQL, sql } from 'drizzle-orm';
import { blockBetween, shown } from '../users/index.ts';

/** Whether a block stands now between the receiver of the row `n` and this person, whoever set it. */
export const apart = (person: SQL): SQL<boolean> => blockBetween(sql`n.receiver_id`, person);

/** The row `n` is told across a block too: by the product itself, or of an order, since it is money. */
export const toldOfAnyway = sql<boolean>`(n.sender_id IS NULL OR n.additional_info ? 'paymentId')`;

const fact = (quote: SQL, type: 'like' | 'comment', made: SQL) => sql`
  SELECT f.by_uid, f.at, f.fact_id, ${quote} AS quote FROM notification_facts f ${made}
  WHERE n.type = ${sql.raw(`'${type}'`)} AND f.notification_id = n.id AND f.round = n.round
    AND NOT ${apart(sql`f.by_uid`)} AND EXISTS (
      SELECT FROM users WHERE users.uid = f.by_uid AND ${shown})`;

/**
 * What the row `n` gathers and still stands: likes that were not taken back, comments that are there
 * and not hidden, of people whom the team has not hidden and with whom there is no block. None for
 * other kinds of notifications.
 */
export const standingFacts = sql`
  ${fact(sql`NULL::text`, 'like', sql`JOIN post_likes l ON l.post_uid = n.post_uid AND l.user_id = f.fact_id`)}
  UNION ALL
  ${fact(sql`c.text`, 'comment', sql`JOIN comments c ON c.id = f.fact_id AND c.hidden_at IS NULL`)}`;
