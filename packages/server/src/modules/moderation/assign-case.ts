import { and, eq } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { concernedIn, readContext } from './case-context.ts';
import { cases } from './cases-table.ts';

type Refusal = 'case_not_found' | 'case_decided' | 'forbidden';

/**
 * Gives an open case to somebody of the team, or back to the queue with null. Nobody takes, or takes
 * from others, what they wrote or what is about them.
 */
export const assignCase =
  ({ database: { db } }: { readonly database: Pick<Database, 'db'> }) =>
  async (
    actor: Person,
    id: string,
    assignedTo: string | null,
  ): Promise<Result<undefined, Refusal>> => {
    const context = await readContext(db, id);
    if (!context) return err('case_not_found');
    if (concernedIn(context).includes(actor.uid)) return err('forbidden');
    const rows = await db
      .update(cases)
      .set({ assignedTo })
      .where(and(eq(cases.id, id), eq(cases.status, 'open')))
      .returning({ id: cases.id });
    return rows.length > 0 ? ok(undefined) : err('case_decided');
  };
