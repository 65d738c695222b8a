import type { blockEndpoints, StorageUse, userEndpoints } from '@guilda/contract/accounts/users';
import type { Person } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { Result } from '../../platform/result.ts';
import { type BlockDeps, blockPerson, listBlocked, unblockPerson } from './blocks/block-user.ts';
import {
  getByUsername,
  getMe,
  getUser,
  type ReadProfilesDeps,
  searchUsers,
} from './profiles/read-profiles.ts';
import { type UpdateProfileDeps, updateProfile } from './profiles/update-profile.ts';

export interface UserRouteDeps extends ReadProfilesDeps, UpdateProfileDeps {
  /** Closes the actor's account. Implemented by the privacy module, because this concerns many modules. */
  deleteAccount(actor: Person): Promise<Result<undefined>>;
  /** Reads the actor's storage use. Implemented by the storage module. */
  getStorage(actor: Person): Promise<Result<StorageUse>>;
}

export function userHandlers(deps: UserRouteDeps): Handlers<typeof userEndpoints> {
  return {
    getMe: ({ actor }) => getMe(deps)(actor),
    getStorage: ({ actor }) => deps.getStorage(actor),
    updateMe: ({ actor, body, files }) =>
      updateProfile(deps)(actor, body, files.filesOf('photo')[0]),
    deleteMe: ({ actor }) => deps.deleteAccount(actor),
    getByUsername: ({ actor, params }) => getByUsername(deps)(actor, params.username),
    getUser: ({ actor, params }) => getUser(deps)(actor, params.buyerId),
    searchUsers: ({ actor, query }) => searchUsers(deps)(actor, query),
  };
}

export function blockHandlers(deps: BlockDeps): Handlers<typeof blockEndpoints> {
  return {
    listBlocked: ({ actor, query }) => listBlocked(deps)(actor, query),
    blockUser: ({ actor, params }) => blockPerson(deps)(actor, params.uid),
    unblockUser: ({ actor, params }) => unblockPerson(deps)(actor, params.uid),
  };
}
