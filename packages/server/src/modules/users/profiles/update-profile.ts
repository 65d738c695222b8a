import type { OwnUser, UserChanges } from '@guilda/contract/accounts/users';
import type { Person } from '../../../platform/actor.ts';
import type { Database, Db } from '../../../platform/database/pool.ts';
import { isConnectionLost, isUniqueViolation } from '../../../platform/database/unavailable.ts';
import type { UploadedFile } from '../../../platform/http/form.ts';
import { err, ok, type Result } from '../../../platform/result.ts';
import type { PictureError, StoredPicture } from '../../../platform/uploads/images/pictures.ts';
import { lockAccount } from '../accounts/account-lock-store.ts';
import { listAdminUsernames } from '../accounts/account-status-store.ts';
import { isReservedUsername } from '../accounts/username.ts';
import { type ProfilePatch, updateUser } from '../user-store.ts';
import type { UserRow } from '../users-table.ts';
import { toOwnUser } from '../view.ts';
import type { ViewContextDeps } from '../view-context.ts';

export interface UpdateProfileDeps extends ViewContextDeps {
  readonly database: Database;
  /** Checks, re-encodes and stores a picture; returns its address. */
  storePicture(
    ownerId: string,
    file: UploadedFile,
    kind: 'avatar',
  ): Promise<Result<Pick<StoredPicture, 'photoURL'>, PictureError>>;
  /** Deletes a picture that no row refers to. */
  deletePicture(photoURL: string): Promise<void>;
}

type UpdateProfileRefusal = 'invalid_username' | 'username_taken' | 'token_invalid' | PictureError;

/** Converts the changes of a request to columns of the account. */
function toProfilePatch(changes: UserChanges): ProfilePatch {
  const { username, bio, effectPhrase, canBeCalled, privacy } = changes;
  return {
    ...(username === undefined ? {} : { username }),
    ...(bio === undefined ? {} : { bio: bio === '' ? null : bio }),
    ...(effectPhrase === undefined ? {} : { effectPhrase }),
    ...(canBeCalled === undefined ? {} : { canBeCalled }),
    ...(privacy === undefined ? {} : { privacy }),
  };
}

const reservedUsernameIssue = {
  issues: [{ path: 'username', message: 'Nome de usuário inválido.' }],
};

/**
 * Whether a username is reserved and may not be chosen. People keep their username even if it was reserved later.
 */
async function isReservedFor(tx: Db, user: UserRow, username: string): Promise<boolean> {
  if (user.username.toLowerCase() === username.toLowerCase()) return false;
  return isReservedUsername(username, await listAdminUsernames(tx, user.uid));
}

/** Applies the patch while the account is locked; `replaced` in the result is the address of the previous photo. */
async function applyProfilePatch(deps: UpdateProfileDeps, actor: Person, patch: ProfilePatch) {
  try {
    return await deps.database.transaction(async (tx) => {
      const userBefore = await lockAccount(tx, actor.uid);
      if (!userBefore) return err('token_invalid');
      const { username } = patch;
      if (username !== undefined && (await isReservedFor(tx, userBefore, username)))
        return err('invalid_username', reservedUsernameIssue);
      const user = await updateUser(tx, actor.uid, patch);
      return user ? ok({ user, replaced: userBefore.photoURL }) : err('token_invalid');
    });
  } catch (error) {
    if (isUniqueViolation(error, 'users_username_key')) return err('username_taken');
    throw error;
  }
}

/** Updates the given fields of the actor's profile, all or none (docs/product/accounts.md). */
export const updateProfile =
  (deps: UpdateProfileDeps) =>
  async (
    actor: Person,
    changes: UserChanges,
    photo: UploadedFile | undefined,
  ): Promise<Result<OwnUser, UpdateProfileRefusal>> => {
    const storedPhoto = photo ? await deps.storePicture(actor.uid, photo, 'avatar') : ok(undefined);
    if (!storedPhoto.ok) return storedPhoto;
    const photoURL = storedPhoto.value?.photoURL;
    const patch = { ...toProfilePatch(changes), ...(photoURL ? { photoURL } : {}) };
    const outcome = await applyProfilePatch(deps, actor, patch).catch(async (error: unknown) => {
      // No row refers to the new picture, unless the update is committed and only its answer was lost. In doubt the
      // picture stays, and `pictures.sweep` erases it after a day if no row refers to it.
      if (photoURL && !isConnectionLost(error))
        await deps.deletePicture(photoURL).catch(() => undefined);
      throw error;
    });
    const unusedPhotoURL = outcome.ok ? outcome.value.replaced : photoURL;
    if (photoURL && unusedPhotoURL) await deps.deletePicture(unusedPhotoURL);
    return outcome.ok ? ok(toOwnUser(outcome.value.user, deps)) : outcome;
  };
