import { type SQL, sql } from 'drizzle-orm';
import type { Cursor } from '../../platform/cursor.ts';
import { compileStatement, type Queryable } from '../../platform/database/prepared.ts';
import { timeText } from '../../platform/database/time-text.ts';
import {
  type AuthorRow,
  authorSelection,
  blockBetween,
  openToReader,
  users,
} from '../users/index.ts';
import { type MessageRow, messageSelection, pairOf, readBeyond } from './stored-message.ts';

/** Unread messages are counted up to this many, among so many of the newest. */
const COUNTED = 100;
const LOOKED_AT = 1_000;

const given = sql.placeholder;
const reader = sql`${given('uid')}::uuid`;

/** Someone the person talks with, and what stands between the two. */
export type PartnerRow = AuthorRow & {
  readonly canBeCalled: boolean;
  readonly suspended: boolean;
  /** Null where nothing was ever said, bought or muted. */
  readonly conversationId: string | null;
  /** The sort key of lists; null for one that is in none. */
  readonly key: string | null;
  readonly last: MessageRow | null;
  readonly unread: number;
  readonly readSeq: number;
  readonly muted: boolean;
  /** The reader may see all of the profile. */
  readonly open: boolean;
  /** The reader has blocked them. */
  readonly blocked: boolean;
  /** A block stands between the two. */
  readonly apart: boolean;
};

/** @param source rows of `conversations` with `other_id`, `other_said` and nulls where there is none */
const partners = (source: SQL): SQL => sql`SELECT ${authorSelection},
    users.can_be_called AS "canBeCalled", users.suspended_at IS NOT NULL AS suspended,
    c.id AS "conversationId", ${timeText(sql`c.active_at`)} AS key,
    (SELECT to_json(last) FROM (
      SELECT ${messageSelection} FROM messages m ${readBeyond}
      WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC LIMIT 1) AS last) AS last,
    CASE WHEN c.other_said > coalesce(mine.read_seq, 0) THEN (
      SELECT count(*)::int FROM (
        SELECT FROM (
          SELECT m.sender_id FROM messages m WHERE m.conversation_id = c.id ORDER BY m.sent_at DESC
          LIMIT least(c.last_seq - coalesce(mine.read_seq, 0), ${sql.raw(String(LOOKED_AT))})
        ) AS newest WHERE newest.sender_id = c.other_id LIMIT ${sql.raw(String(COUNTED))}
      ) AS unread) ELSE 0 END AS unread,
    coalesce(theirs.read_seq, 0) AS "readSeq", mine.muted_at IS NOT NULL AS muted,
    ${openToReader(given('uid'), true)} AS open,
    EXISTS (SELECT FROM user_blocks b
      WHERE b.blocker_id = ${reader} AND b.blocked_id = users.uid) AS blocked,
    ${blockBetween(reader, sql`users.uid`)} AS apart
  FROM (${source}) AS c
  JOIN ${users} ON users.uid = c.other_id
  LEFT JOIN conversation_members mine ON mine.conversation_id = c.id AND mine.uid = ${reader}
  LEFT JOIN conversation_members theirs
    ON theirs.conversation_id = c.id AND theirs.uid = users.uid`;

const one = compileStatement<PartnerRow>(
  partners(sql`SELECT person.uid AS other_id, c.id, c.last_seq, c.active_at,
      CASE WHEN c.low_id = person.uid THEN c.low_said ELSE c.high_said END AS other_said
    FROM users person LEFT JOIN conversations c
      ON c.low_id = ${given('low')}::uuid AND c.high_id = ${given('high')}::uuid
    WHERE person.uid = ${given('other')}::uuid`),
  'a chat partner',
);

/** Someone, talked with or not; null when there is no such account and never was. */
export async function readPartner(
  connection: Queryable,
  uid: string,
  other: string,
): Promise<PartnerRow | null> {
  const { lowId: low, highId: high } = pairOf(uid, other);
  const [row] = await one(connection, { uid, other, low, high });
  return row ?? null;
}

/** The newest conversations of one side, by its own index. */
const side = (own: 'low' | 'high', other: 'low' | 'high', past: SQL): SQL => sql`(
  SELECT id, ${sql.raw(other)}_id AS other_id, ${sql.raw(other)}_said AS other_said,
    last_seq, active_at FROM conversations
  WHERE ${sql.raw(own)}_id = ${reader} AND active_at IS NOT NULL ${past}
  ORDER BY active_at DESC, id DESC LIMIT ${given('wanted')}::int)`;

const pageOf = (past: SQL) =>
  compileStatement<PartnerRow>(
    sql`${partners(sql`SELECT * FROM (
        ${side('low', 'high', past)} UNION ALL ${side('high', 'low', past)}
      ) AS both_sides ORDER BY active_at DESC, id DESC LIMIT ${given('wanted')}::int`)}
      ORDER BY c.active_at DESC, c.id DESC`,
  );

const firstPage = pageOf(sql``);
const nextPage = pageOf(
  sql`AND (active_at, id) < (${given('key')}::timestamptz, ${given('id')}::uuid)`,
);

/** The people someone talks with, the last active first. */
export function readPartners(
  connection: Queryable,
  uid: string,
  { wanted, after }: { readonly wanted: number; readonly after: Cursor | null },
): Promise<PartnerRow[]> {
  return after === null
    ? firstPage(connection, { uid, wanted })
    : nextPage(connection, { uid, wanted, ...after });
}
