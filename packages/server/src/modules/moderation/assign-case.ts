import { and, eq } from 'drizzle-orm';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { administrates, lockForDeed } from '../users/index.ts';
import { concernedIn, readContext } from './case-context.ts';
import { cases } from './cases-table.ts';

type Refusal = 'case_not_found' | 'case_decided' | 'forbidden';

/**
 * Gives an open case to somebody of the team, or back to the queue with null. Nobody takes, or takes
 * from others, what they wrote or what is about them; who is of the team no more takes nothing.
 */
export const assignCase =
  ({ database }: { readonly database: Pick<Database, 'transaction'> }) =>
  (actor: Person, id: string, assignedTo: string | null): Promise<Result<undefined, Refusal>> =>
    database.transaction(async (tx) => {
      const held = await lockForDeed(tx, { actorId: actor.uid, people: [], whole: false });
      if (!administrates(held.get(actor.uid))) return err('forbidden');
      const context = await readContext(tx, id);
      if (!context) return err('case_not_found');
      if (concernedIn(context).includes(actor.uid)) return err('forbidden');
      const rows = await tx
        .update(cases)
        .set({ assignedTo })
        .where(and(eq(cases.id, id), eq(cases.status, 'open')))
        .returning({ id: cases.id });
      return rows.length > 0 ? ok(undefined) : err('case_decided');
    });
