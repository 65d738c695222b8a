import { compileStatement } from '../../../platform/database/prepared.ts';
import { sql } from '../../../platform/database/query-builder.ts';
import { blockBetween } from '../../users/index.ts';

const placeholder = sql.placeholder;

/**
 * Returns one row when the receiver's account is open and not suspended and there is no block between sender and
 * receiver, else none.
 */
export const findWritableReceiver = compileStatement(
  sql`SELECT FROM users WHERE uid = ${placeholder('receiver')}::uuid
    AND deleted_at IS NULL AND suspended_at IS NULL
    AND NOT ${blockBetween(sql`${placeholder('sender')}::uuid`, sql`${placeholder('receiver')}::uuid`)}`,
  'may write to',
);
