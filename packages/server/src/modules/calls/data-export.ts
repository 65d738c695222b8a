import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { exportedOtherPerson } from '../users/index.ts';

const isPlacedByPerson = sql`c.caller_id = ${exportedUid}`;

/** The calls of the person that are still stored. What people say in a call is never recorded. */
export const callsDataExport = dataExportReader({
  columns: sql`c.id, CASE WHEN ${isPlacedByPerson} THEN 'placed' ELSE 'received' END AS direction,
    ${exportedOtherPerson('other')} AS person, c.state, c.outcome, c.response, c.placed_at AS "placedAt",
    c.accepted_at AS "acceptedAt", c.ended_at AS "endedAt",
    CASE WHEN ${isPlacedByPerson} THEN c.caller_seconds ELSE c.callee_seconds END AS "secondsInRoom",
    CASE WHEN ${isPlacedByPerson} THEN c.caller_discord_id ELSE c.callee_discord_id END AS "discordId"`,
  from: sql`FROM calls c
    JOIN users other ON other.uid = CASE WHEN ${isPlacedByPerson} THEN c.callee_id ELSE c.caller_id END
    WHERE (c.caller_id = ${exportedUid} OR c.callee_id = ${exportedUid})`,
  sortTime: sql`c.placed_at`,
  id: sql`c.id`,
});
