import type { SubjectView, TeamPerson } from '@guilda/contract/desk-case';
import type { ParsedInput } from '@guilda/contract/endpoint';
import type { enforcementEndpoints } from '@guilda/contract/team-actions';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { readSubject, readTeamPeople } from '../moderation/index.ts';
import { type MomentDeps, momentOf } from '../users/index.ts';
import { findSubject } from './subjects.ts';

export interface GetSubjectDeps extends MomentDeps {
  readonly database: Pick<Database, 'db' | 'pool'>;
  /** The address at which this person of the team gets a picture, whatever became of it. */
  showPictureToTeam(actor: Person, photoURL: string | null): string | null;
}

type Named = ParsedInput<typeof enforcementEndpoints.getSubject>['params'];

/**
 * Something the team is looking at, as it stands now, and whose it is (`product §9`). `forbidden` for
 * whom a deed about it would concern: what the team knows of somebody is not for them.
 */
export const getSubject =
  (deps: GetSubjectDeps) =>
  async (
    actor: Person,
    { kind, id }: Named,
  ): Promise<
    Result<{ subject: SubjectView; person: TeamPerson | null }, 'not_found' | 'forbidden'>
  > => {
    const { db, pool } = deps.database;
    const found = await findSubject(db, { kind, id });
    if (!found) return err('not_found');
    if (found.people.includes(actor.uid)) return err('forbidden');
    const moment = momentOf(deps, actor);
    const show = (photoURL: string | null) => deps.showPictureToTeam(actor, photoURL);
    const { personId } = found;
    const [subject, people, account] = await Promise.all([
      readSubject(pool, found, { show, since: moment.now }),
      readTeamPeople(db, [personId], { moment, reader: actor.uid }),
      findSubject(db, { kind: 'user', id: personId }),
    ]);
    return ok({ subject, person: (account && people.get(personId)) ?? null });
  };
