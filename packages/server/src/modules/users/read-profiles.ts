import type { OwnUser, PublicUser } from '@guilda/contract/users';
import type { Actor, Person } from '../../platform/actor.ts';
import { pageOf } from '../../platform/cursor.ts';
import type { Database } from '../../platform/database/pool.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { type MomentDeps, momentOf } from './moment.ts';
import { searchPeople } from './search-people.ts';
import { findUser, type Reading, readByUsername, readUser, readUsers } from './user-store.ts';
import { toOwnUser, toPublicUser } from './view.ts';

export interface ReadProfilesDeps extends MomentDeps {
  readonly database: Database;
}

const shown = (deps: ReadProfilesDeps, actor: Actor, reading: Reading | null) =>
  reading
    ? ok({
        ...toPublicUser(reading.user, actor, reading.open, momentOf(deps, actor)),
        blocked: reading.blocked,
      })
    : err('user_not_found');

/** The own account; a session whose account is gone no longer holds. */
export const getMe =
  (deps: ReadProfilesDeps) =>
  async (actor: Person): Promise<Result<OwnUser, 'token_invalid'>> => {
    const user = await findUser(deps.database.db, actor.uid);
    return user ? ok(toOwnUser(user, deps)) : err('token_invalid');
  };

export const getUser =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, uid: string): Promise<Result<PublicUser, 'user_not_found'>> =>
    shown(deps, actor, await readUser(deps.database.db, actor, uid));

export const getByUsername =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, username: string): Promise<Result<PublicUser, 'user_not_found'>> =>
    shown(deps, actor, await readByUsername(deps.database.db, actor, username));

/** A page of people, by likeness to `q` or newest first. */
export const findUsers =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, query: { q: string; limit: number; cursor?: string | undefined }) => {
    const searched = await searchPeople(deps.database.pool, actor, {
      q: query.q,
      wanted: query.limit + 1,
      cursor: query.cursor,
    });
    if (!searched.ok) return searched;
    const { found, keyOf } = searched.value;
    const { page, nextCursor } = pageOf(found, query.limit, (row) => ({
      key: keyOf(row),
      id: row.uid,
    }));
    const rows = await readUsers(
      deps.database.db,
      page.map(({ uid }) => uid),
    );
    const moment = momentOf(deps, actor);
    const users = page.flatMap(({ uid, open }) => {
      const user = rows.get(uid);
      return user ? [toPublicUser(user, actor, open, moment)] : [];
    });
    return ok({ users, nextCursor });
  };
