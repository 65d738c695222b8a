import { compileStatement, type Queryable } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { waitUntilReplicated } from '../../../platform/database/replicas/unreplicated.ts';
import { type MessageRow, readPositionJoin, selectMessage } from '../message-columns.ts';
import { toMessage } from '../stored-message.ts';
import type { InboxEntry } from './inbox-stream.ts';

const placeholder = sql.placeholder;

type EntryRow = MessageRow & { readonly n: string; readonly origin: string };

const inboxPageStatement = compileStatement<EntryRow>(
  sql`SELECT ${selectMessage()}, m.n, m.origin, ${waitUntilReplicated} AS replicated FROM (
      (SELECT *, receiver_n AS n FROM messages
        WHERE receiver_id = ${placeholder('uid')} AND receiver_n > ${placeholder('after')}::bigint
        ORDER BY receiver_n LIMIT ${placeholder('limit')}::int)
      UNION ALL
      (SELECT *, sender_n AS n FROM messages
        WHERE sender_id = ${placeholder('uid')} AND sender_n > ${placeholder('after')}::bigint
        ORDER BY sender_n LIMIT ${placeholder('limit')}::int)
    ) m ${readPositionJoin} ORDER BY m.n LIMIT ${placeholder('limit')}::int`,
);

/** The replicated entries of a person's inbox after number `after`, in order and without gaps. */
export async function readInbox(
  connection: Queryable,
  uid: string,
  after: number,
  limit: number,
): Promise<InboxEntry[]> {
  const rows = await inboxPageStatement(connection, { uid, after, limit });
  return rows.map((row) => ({
    inboxNumber: Number(row.n),
    message: toMessage(row),
    origin: row.origin,
  }));
}

const inboxHeadsStatement = compileStatement<{ uid: string; last_n: string }>(
  sql`SELECT uid, last_n FROM inboxes WHERE uid = ANY (${placeholder('uids')}::uuid[])`,
);

/** The last number of each of these inboxes; people without messages are missing. */
export async function readInboxHeads(
  connection: Queryable,
  uids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = uids.length === 0 ? [] : await inboxHeadsStatement(connection, { uids });
  return new Map(rows.map(({ uid, last_n }) => [uid, Number(last_n)]));
}

/** The last number of an inbox, 0 when it is empty, and the saved position of a session, null when none is saved. */
export const readDevicePosition = compileStatement<{ head: string; savedPosition: string | null }>(
  sql`SELECT coalesce((SELECT last_n FROM inboxes WHERE uid = ${placeholder('uid')}::uuid), 0) AS head,
    (SELECT n FROM session_positions WHERE session_id = ${placeholder('sessionId')}::uuid)
      AS "savedPosition"`,
  'position of a device',
);

/**
 * Saves the last inbox number that each session has received: `numbers[i]` for session `ids[i]`. Unknown sessions are
 * skipped, and a saved position never decreases.
 */
export const writeDevicePositions = compileStatement(
  sql`INSERT INTO session_positions (session_id, n)
    SELECT sessions.id, position.n
    FROM unnest(${placeholder('ids')}::uuid[], ${placeholder('numbers')}::bigint[]) AS position (id, n)
    JOIN sessions ON sessions.id = position.id ORDER BY sessions.id
    ON CONFLICT (session_id) DO UPDATE SET n = greatest(session_positions.n, excluded.n)
    WHERE session_positions.n < excluded.n`,
);
