import type { NoticeTopic } from '@guilda/contract/reach';
import { sql } from 'drizzle-orm';
import type { Database, Db } from '../../platform/database/pool.ts';
import { readNotifications } from '../notifications/index.ts';
import { blockBetween } from '../users/index.ts';

/** An unread notification, with what decides whether and how it is told outside the product. */
export interface NoticeFacts {
  readonly id: string;
  readonly receiverId: string;
  readonly senderId: string | null;
  readonly type: string;
  readonly content: string;
  readonly additionalInfo: Readonly<Record<string, string>>;
  /** When it was told last, as the database writes it. */
  readonly toldAt: string;
  readonly senderName: string | null;
  readonly email: string | null;
  readonly suspended: boolean;
  /** A block stands between receiver and sender. */
  readonly apart: boolean;
  /** The receiver wants no notices of the conversation with the sender. */
  readonly muted: boolean;
  /** It is about something that is for adults or marked sensitive: no word of it leaves. */
  readonly discreet: boolean;
  /** The receiver buys in the order it is about. */
  readonly buys: boolean;
}

const uuidForm = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** An id of `additional_info`, null where there is none that could be one. */
const idOf = (name: string) => sql`(CASE WHEN n.additional_info->>${name}::text ~ ${uuidForm}
  THEN (n.additional_info->>${name}::text)::uuid END)`;

const apart = blockBetween(sql`n.receiver_id`, sql`n.sender_id`);

const muted = sql`EXISTS (SELECT FROM conversations c JOIN conversation_members m
    ON m.conversation_id = c.id AND m.uid = n.receiver_id AND m.muted_at IS NOT NULL
  WHERE c.low_id = least(n.receiver_id, n.sender_id)
    AND c.high_id = greatest(n.receiver_id, n.sender_id))`;

async function readFacts(db: Db, id: string): Promise<NoticeFacts | null> {
  const { rows } = await db.execute<NoticeFacts & Record<string, unknown>>(sql`
    SELECT n.id, n.receiver_id AS "receiverId", n.sender_id AS "senderId", n.type, n.content,
      n.additional_info AS "additionalInfo", n.created_at::text AS "toldAt",
      coalesce(s.display_name, s.username) AS "senderName", r.email,
      r.suspended_at IS NOT NULL AS suspended, ${apart} AS apart, ${muted} AS muted,
      coalesce(o.adult, false) OR coalesce(p.sensitive, false) AS discreet,
      coalesce(o.buyer_id = n.receiver_id, false) AS buys
    FROM notifications n
    JOIN users r ON r.uid = n.receiver_id AND r.deleted_at IS NULL
    LEFT JOIN users s ON s.uid = n.sender_id AND s.deleted_at IS NULL
    LEFT JOIN payments o ON o.id = ${idOf('paymentId')}
    LEFT JOIN posts p ON p.uid = ${idOf('postId')}
    WHERE n.id = ${id} AND n.read_at IS NULL AND n.created_at > now() - interval '1 day'`);
  return rows[0] ?? null;
}

/**
 * A notification as its receiver may read it now. Null once it was read, what it tells of is there
 * no more, its receiver is gone, or it is more than a day old.
 */
export async function readNotice(
  { db, pool }: Pick<Database, 'db' | 'pool'>,
  id: string,
): Promise<NoticeFacts | null> {
  const facts = await readFacts(db, id);
  if (!facts) return null;
  const [shown] = await readNotifications(pool, [id]);
  if (!shown) return null;
  const { content, senderId, senderName } = shown.notice;
  return { ...facts, content, senderId, senderName };
}

/** What people choose about that a notification belongs to; all of an order is of the order. */
export function topicOf({
  type,
  additionalInfo,
}: Pick<NoticeFacts, 'type' | 'additionalInfo'>): NoticeTopic {
  if (additionalInfo['paymentId'] !== undefined) return 'orders';
  if (type === 'message') return 'messages';
  return type === 'call' ? 'calls' : 'community';
}
