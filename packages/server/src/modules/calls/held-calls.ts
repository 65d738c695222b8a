import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';
import { heldOther } from '../users/index.ts';

const placed = sql`c.caller_id = ${heldUid}`;

/** The calls of the last days, as long as they are kept; nothing of what was said is held anywhere. */
export const heldCalls = heldRows({
  columns: sql`c.id, CASE WHEN ${placed} THEN 'placed' ELSE 'received' END AS direction,
    ${heldOther('other')} AS person, c.state, c.outcome, c.response, c.placed_at AS "placedAt",
    c.accepted_at AS "acceptedAt", c.ended_at AS "endedAt"`,
  from: sql`FROM calls c
    JOIN users other ON other.uid = CASE WHEN ${placed} THEN c.callee_id ELSE c.caller_id END
    WHERE (c.caller_id = ${heldUid} OR c.callee_id = ${heldUid})`,
  at: sql`c.placed_at`,
  id: sql`c.id`,
});
