import type { OwnUser, UserChanges } from '@guilda/contract/users';
import type { Person } from '../../platform/actor.ts';
import type { Database, Db } from '../../platform/database/pool.ts';
import { isUniqueViolation } from '../../platform/database/unavailable.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { PictureError } from '../../platform/uploads/pictures.ts';
import { isReservedUsername } from './account/username.ts';
import { lockAccount } from './account-locks.ts';
import type { MomentDeps } from './moment.ts';
import { teamUsernames } from './team-store.ts';
import { type ProfilePatch, updateUser } from './user-store.ts';
import type { UserRow } from './users-table.ts';
import { toOwnUser } from './view.ts';

export interface UpdateProfileDeps extends MomentDeps {
  readonly database: Database;
  /** Checks, re-encodes and stores a picture; answers its address. */
  storePicture(owner: string, file: UploadedFile): Promise<Result<string, PictureError>>;
  /** Removes a picture that nothing shows any more. */
  deletePicture(photoURL: string): Promise<void>;
}

type Failure = 'invalid_username' | 'username_taken' | 'token_invalid' | PictureError;

function patchOf(changes: UserChanges): ProfilePatch {
  const { username, bio, effectPhrase, canBeCalled, privacy } = changes;
  return {
    ...(username === undefined ? {} : { username }),
    ...(bio === undefined ? {} : { bio: bio === '' ? null : bio }),
    ...(effectPhrase === undefined ? {} : { effectPhrase }),
    ...(canBeCalled === undefined ? {} : { canBeCalled }),
    ...(privacy === undefined ? {} : { privacy }),
  };
}

const reservedIssue = { issues: [{ path: 'username', message: 'Nome de usuário inválido.' }] };

/** Whether nobody but its owner may have a name, who keeps one from before it was reserved. */
async function isReservedFor(tx: Db, owner: UserRow, username: string): Promise<boolean> {
  if (owner.username.toLowerCase() === username.toLowerCase()) return false;
  return isReservedUsername(username, await teamUsernames(tx, owner.uid));
}

/** Applies the patch; `replaced` is the photo that stood before, whoever else changes it meanwhile. */
async function apply(deps: UpdateProfileDeps, actor: Person, patch: ProfilePatch) {
  try {
    return await deps.database.transaction(async (tx) => {
      const before = await lockAccount(tx, actor.uid);
      if (!before) return err('token_invalid');
      const { username } = patch;
      if (username !== undefined && (await isReservedFor(tx, before, username)))
        return err('invalid_username', reservedIssue);
      const user = await updateUser(tx, actor.uid, patch);
      return user ? ok({ user, replaced: before.photoURL }) : err('token_invalid');
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) return err('username_taken');
    throw error;
  }
}

/** Changes the own profile: only what is given, all of it or nothing (`spec §2`, `spec §7`). */
export const updateProfile =
  (deps: UpdateProfileDeps) =>
  async (
    actor: Person,
    changes: UserChanges,
    photo: UploadedFile | undefined,
  ): Promise<Result<OwnUser, Failure>> => {
    const stored = photo ? await deps.storePicture(actor.uid, photo) : ok(undefined);
    if (!stored.ok) return stored;
    const photoURL = stored.value;
    const patch = { ...patchOf(changes), ...(photoURL ? { photoURL } : {}) };
    const outcome = await apply(deps, actor, patch).catch(async (error: unknown) => {
      // Nothing shows a picture whose change was lost.
      if (photoURL) await deps.deletePicture(photoURL).catch(() => undefined);
      throw error;
    });
    const replaced = outcome.ok ? outcome.value.replaced : photoURL;
    if (photoURL && replaced) await deps.deletePicture(replaced);
    return outcome.ok ? ok(toOwnUser(outcome.value.user, deps)) : outcome;
  };
