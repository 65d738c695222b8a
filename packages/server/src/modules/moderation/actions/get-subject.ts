import type { ParsedInput } from '@guilda/contract/endpoint';
import type { moderationActionEndpoints } from '@guilda/contract/moderation/moderation-actions';
import type { ModeratedPerson, SubjectView } from '@guilda/contract/moderation/moderation-case';
import type { Person } from '../../../platform/actor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import { type ViewContextDeps, viewContextFor } from '../../users/index.ts';
import { readModeratedPeople } from '../cases/moderated-people-store.ts';
import { readSubjectView } from '../cases/subject-queries.ts';
import { findActionSubject } from './action-subject-store.ts';

export interface GetSubjectDeps extends ViewContextDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  /** The address at which this administrator can load a picture; works for hidden and banned pictures too. */
  pictureUrlForAdmin(actor: Person, photoURL: string | null): string | null;
}

type SubjectParams = ParsedInput<typeof moderationActionEndpoints.getSubject>['params'];

/**
 * A moderation subject in its current state, and the person to whom it belongs. `forbidden` for an administrator who is
 * involved, because the team's view of a person is not shown to that person (`docs/product/moderation.md`).
 */
export const getSubject =
  (deps: GetSubjectDeps) =>
  async (
    actor: Person,
    { kind, id }: SubjectParams,
  ): Promise<
    Result<{ subject: SubjectView; person: ModeratedPerson | null }, 'not_found' | 'forbidden'>
  > => {
    const { db, pool } = deps.database;
    const actionSubject = await findActionSubject(db, { kind, id });
    if (!actionSubject) return err('not_found');
    if (actionSubject.involvedUids.includes(actor.uid)) return err('forbidden');
    const viewContext = viewContextFor(deps, actor);
    const resolvePictureUrl = (photoURL: string | null) => deps.pictureUrlForAdmin(actor, photoURL);
    const { personId } = actionSubject;
    const [subject, people, account] = await Promise.all([
      readSubjectView(pool, actionSubject, { resolvePictureUrl, since: viewContext.now }),
      readModeratedPeople(db, [personId], { viewContext, reader: actor.uid }),
      findActionSubject(db, { kind: 'user', id: personId }),
    ]);
    return ok({ subject, person: (account && people.get(personId)) ?? null });
  };
