import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { lockActiveAdmin } from '../../users/index.ts';
import { peopleInvolvedIn, readCaseContext } from './case-context.ts';
import { setCaseAssignee } from './case-store.ts';

type AssignCaseRefusal = 'case_not_found' | 'case_decided' | 'forbidden';

/**
 * Assigns an open case to an administrator, or returns it to the queue with null. An administrator cannot assign a case
 * that this administrator submitted or is involved in.
 */
export const assignCase =
  ({ database }: { readonly database: Pick<Database, 'transaction'> }) =>
  (
    actor: Person,
    id: string,
    assignedTo: string | null,
  ): Promise<Result<undefined, AssignCaseRefusal>> =>
    database.transaction(async (tx) => {
      if (!(await lockActiveAdmin(tx, actor.uid))) return err('forbidden');
      const context = await readCaseContext(tx, id);
      if (!context) return err('case_not_found');
      if (peopleInvolvedIn(context).includes(actor.uid)) return err('forbidden');
      return (await setCaseAssignee(tx, id, assignedTo)) ? ok(undefined) : err('case_decided');
    });
