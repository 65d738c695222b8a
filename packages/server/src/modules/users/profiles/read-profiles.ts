import type { OwnUser, PublicUser } from '@guilda/contract/accounts/users';
import type { Actor, Person } from '../../../platform/actor.ts';
import { pageOf } from '../../../platform/cursor.ts';
import type { Database } from '../../../platform/database/pool.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import {
  findUser,
  type ProfileReading,
  readUser,
  readUserByUsername,
  readUsers,
} from '../user-store.ts';
import { toOwnUser, toPublicUser } from '../view.ts';
import { type ViewContextDeps, viewContextFor } from '../view-context.ts';
import { searchUsersByName } from './search-users.ts';

export interface ReadProfilesDeps extends ViewContextDeps {
  readonly database: Database;
}

const toProfileResult = (deps: ReadProfilesDeps, actor: Actor, reading: ProfileReading | null) =>
  reading
    ? ok({
        ...toPublicUser(reading.user, actor, reading.isProfileVisible, viewContextFor(deps, actor)),
        blocked: reading.blocked,
      })
    : err('user_not_found');

/** The actor's own account; `token_invalid` when the account was closed after the session was checked. */
export const getMe =
  (deps: ReadProfilesDeps) =>
  async (actor: Person): Promise<Result<OwnUser, 'token_invalid'>> => {
    const user = await findUser(deps.database.db, actor.uid);
    return user ? ok(toOwnUser(user, deps)) : err('token_invalid');
  };

export const getUser =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, uid: string): Promise<Result<PublicUser, 'user_not_found'>> =>
    toProfileResult(deps, actor, await readUser(deps.database.db, actor, uid));

export const getByUsername =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, username: string): Promise<Result<PublicUser, 'user_not_found'>> =>
    toProfileResult(deps, actor, await readUserByUsername(deps.database.db, actor, username));

/** A page of people: the best matches of `q` first, or without a search text the newest accounts first. */
export const searchUsers =
  (deps: ReadProfilesDeps) =>
  async (actor: Actor, query: { q: string; limit: number; cursor?: string | undefined }) => {
    const searchResult = await searchUsersByName(deps.database.pool, actor, {
      q: query.q,
      rowCount: query.limit + 1,
      cursor: query.cursor,
    });
    if (!searchResult.ok) return searchResult;
    const { foundUsers, keyOf } = searchResult.value;
    const { page, nextCursor } = pageOf(foundUsers, query.limit, (row) => ({
      key: keyOf(row),
      id: row.uid,
    }));
    const usersByUid = await readUsers(
      deps.database.db,
      page.map(({ uid }) => uid),
    );
    const viewContext = viewContextFor(deps, actor);
    const users = page.flatMap(({ uid, isProfileVisible }) => {
      const user = usersByUid.get(uid);
      return user ? [toPublicUser(user, actor, isProfileVisible, viewContext)] : [];
    });
    return ok({ users, nextCursor });
  };
