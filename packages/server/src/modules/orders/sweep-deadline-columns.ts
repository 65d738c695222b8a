import { databaseNow } from '../../platform/database/clock.ts';
import { sql } from '../../platform/database/query-builder.ts';

/** `sweepOrders` handles deadlines before this time; for 30 s it leaves a deadline to the job enqueued for it. */
export const latestSweptDeadline = sql`${databaseNow} - interval '30 seconds'`;
