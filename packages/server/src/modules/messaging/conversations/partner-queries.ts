import { limits } from '@guilda/contract/limits';
import type { Cursor } from '../../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { timeText } from '../../../platform/database/time-text.ts';
import {
  type AuthorRow,
  authorSelectionSql,
  blockBetween,
  isVisibleToReader,
  users,
} from '../../users/index.ts';
import { type MessageRow, readPositionJoin, selectMessage } from '../message-columns.ts';
import { pairOf } from '../stored-message.ts';

/** Maximum number of a conversation's newest messages that are examined for its unread count. */
const MAX_EXAMINED_MESSAGES = 1_000;

const placeholder = sql.placeholder;
const readerUid = sql`${placeholder('uid')}::uuid`;

/** A chat partner of the reader, with the reader's state of the conversation. */
export type PartnerRow = AuthorRow & {
  readonly canBeCalled: boolean;
  readonly suspended: boolean;
  /** Null without a conversation: neither person has written to, bought from or muted the other. */
  readonly conversationId: string | null;
  /** Time of the last activity as cursor key of the chat list; null when the conversation is not in the list. */
  readonly key: string | null;
  readonly lastMessage: MessageRow | null;
  readonly unreadCount: number;
  readonly readSeq: number;
  readonly muted: boolean;
  /** Whether the reader may see the partner's whole profile. */
  readonly isProfileVisible: boolean;
  /** Whether the reader has blocked the partner. */
  readonly blocked: boolean;
  /** Whether reader or partner has blocked the other. */
  readonly hasBlockBetween: boolean;
};

/**
 * Selects {@link PartnerRow}s.
 * @param source subquery for rows of `conversations` with two more columns: `other_id`, the partner's uid, and
 * `other_said`, the `seq` of the partner's last message. Without a conversation all columns but `other_id` are null
 */
const selectPartners = (source: SQL): SQL => sql`SELECT ${authorSelectionSql},
    users.can_be_called AS "canBeCalled", users.suspended_at IS NOT NULL AS suspended,
    c.id AS "conversationId", ${timeText(sql`c.active_at`)} AS key,
    (SELECT to_json(last) FROM (
      SELECT ${selectMessage(blockBetween(readerUid, sql`c.other_id`))} FROM messages m ${readPositionJoin}
      WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC LIMIT 1) AS last) AS "lastMessage",
    CASE WHEN c.other_said > coalesce(mine.read_seq, 0) THEN (
      SELECT count(*)::int FROM (
        SELECT FROM (
          SELECT m.sender_id FROM messages m WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC
          LIMIT least(c.last_seq - coalesce(mine.read_seq, 0), ${sql.raw(String(MAX_EXAMINED_MESSAGES))})
        ) AS newest WHERE newest.sender_id = c.other_id LIMIT ${sql.raw(String(limits.unreadMessages))}
      ) AS unread) ELSE 0 END AS "unreadCount",
    coalesce(theirs.read_seq, 0) AS "readSeq", mine.muted_at IS NOT NULL AS muted,
    ${isVisibleToReader(placeholder('uid'), true)} AS "isProfileVisible",
    EXISTS (SELECT FROM user_blocks b
      WHERE b.blocker_id = ${readerUid} AND b.blocked_id = users.uid) AS blocked,
    ${blockBetween(readerUid, sql`users.uid`)} AS "hasBlockBetween"
  FROM (${source}) AS c
  JOIN ${users} ON users.uid = c.other_id
  LEFT JOIN conversation_members mine ON mine.conversation_id = c.id AND mine.uid = ${readerUid}
  LEFT JOIN conversation_members theirs
    ON theirs.conversation_id = c.id AND theirs.uid = users.uid`;

const partnerStatement = compileStatement<PartnerRow>(
  selectPartners(sql`SELECT person.uid AS other_id, c.id, c.last_seq, c.active_at,
      CASE WHEN c.low_id = person.uid THEN c.low_said ELSE c.high_said END AS other_said
    FROM users person LEFT JOIN conversations c
      ON c.low_id = ${placeholder('low')}::uuid AND c.high_id = ${placeholder('high')}::uuid
    WHERE person.uid = ${placeholder('other')}::uuid`),
  'a chat partner',
);

/**
 * A person as chat partner of the reader; null when the account never existed. A closed or hidden account is null too,
 * unless the reader has the conversation with it in the chat list, because the account is nobody to strangers.
 */
export async function readPartner(
  connection: Queryable,
  uid: string,
  partnerUid: string,
): Promise<PartnerRow | null> {
  const { lowId, highId } = pairOf(uid, partnerUid);
  const [row] = await partnerStatement(connection, {
    uid,
    other: partnerUid,
    low: lowId,
    high: highId,
  });
  if (!row) return null;
  const isShownToStrangers = row.deletedAt === null && row.hiddenAt === null;
  return isShownToStrangers || row.key !== null ? row : null;
}

/**
 * The latest conversations in which the reader's uid is stored in the column `low_id` or `high_id`, as `ownColumn`
 * says. There is an index for each of the two columns.
 */
const newestConversationsByColumn = (
  ownColumn: 'low' | 'high',
  otherColumn: 'low' | 'high',
  cursorCondition: SQL,
): SQL => sql`(
  SELECT id, ${sql.raw(otherColumn)}_id AS other_id, ${sql.raw(otherColumn)}_said AS other_said,
    last_seq, active_at FROM conversations
  WHERE ${sql.raw(ownColumn)}_id = ${readerUid} AND active_at IS NOT NULL ${cursorCondition}
  ORDER BY active_at DESC, id DESC LIMIT ${placeholder('wanted')}::int)`;

const partnerPageStatement = (cursorCondition: SQL) =>
  compileStatement<PartnerRow>(
    sql`${selectPartners(sql`SELECT * FROM (
        ${newestConversationsByColumn('low', 'high', cursorCondition)} UNION ALL ${newestConversationsByColumn('high', 'low', cursorCondition)}
      ) AS both_sides ORDER BY active_at DESC, id DESC LIMIT ${placeholder('wanted')}::int`)}
      ORDER BY c.active_at DESC, c.id DESC`,
  );

const firstPageStatement = partnerPageStatement(sql``);
const nextPageStatement = partnerPageStatement(
  sql`AND (active_at, id) < (${placeholder('key')}::timestamptz, ${placeholder('id')}::uuid)`,
);

/** The chat partners of a person; the conversation with the latest activity comes first. */
export function readPartners(
  connection: Queryable,
  uid: string,
  { wanted, after }: { readonly wanted: number; readonly after: Cursor | null },
): Promise<readonly PartnerRow[]> {
  return after === null
    ? firstPageStatement(connection, { uid, wanted })
    : nextPageStatement(connection, { uid, wanted, ...after });
}
