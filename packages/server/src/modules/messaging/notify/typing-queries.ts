import { compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { blockBetween } from '../../users/index.ts';

const given = sql.placeholder;

/** One row when the receiver's account is open and not suspended, and there is no block between the two; else none. */
export const findReachable = compileStatement(
  sql`SELECT FROM users WHERE uid = ${given('receiver')}::uuid
    AND deleted_at IS NULL AND suspended_at IS NULL
    AND NOT ${blockBetween(sql`${given('sender')}::uuid`, sql`${given('receiver')}::uuid`)}`,
  'may write to',
);
