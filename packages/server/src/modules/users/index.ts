export { type CreateAccountDeps, findOrCreateAccount } from './account/create-account.ts';
export { followAdminEmails, type RoleDeps, roleOf } from './account/roles.ts';
export {
  administrates,
  type DeedPeople,
  hasOtherAdmin,
  keepAccounts,
  lockAccount,
  lockForDeed,
} from './account-locks.ts';
export { forgetBlocksOf, isBlockedBetween, keepUnblocked } from './block-store.ts';
export { linkDiscordId, oneOwnerOfDiscord, unlinkDiscordId } from './discord-store.ts';
export { heldBlocks, heldOther, heldProfile } from './held-person.ts';
export { blockBetween, keepPairs, type Pair } from './keep-pairs.ts';
export { type Moment, type MomentDeps, momentOf } from './moment.ts';
export { blockHandlers, type UserRouteDeps, userHandlers } from './routes.ts';
export {
  liftSuspension,
  setUserHidden,
  suspendUser,
  suspensionsOver,
} from './team-store.ts';
export {
  addCompletedSale,
  anonymise,
  findUser,
  grantAdult,
  markSupporter,
  readUser,
} from './user-store.ts';
export { type UserRow, users } from './users-table.ts';
export {
  type AuthorRow,
  authorColumns,
  authorColumnsOf,
  authorSelection,
  authorSelectionOf,
  averageOf,
  badgesBeside,
  nameOf,
  photoOf,
  toAuthor,
  toOwnUser,
} from './view.ts';
export {
  ageChecked,
  apartFrom,
  hasBlocks,
  knownTo,
  openTo,
  openToAge,
  openToReader,
  seesAdult,
  shown,
  standing,
  unblocked,
} from './visibility.ts';
