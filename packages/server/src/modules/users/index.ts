export {
  type AccountLock,
  hasOtherActiveAdmin,
  isActiveAdmin,
  isAdminAccount,
  lockAccount,
  lockAccounts,
  lockActiveAdmin,
  lockOpenAccounts,
} from './accounts/account-lock-store.ts';
export {
  liftSuspension,
  listExpiredSuspensions,
  setAgeRequired,
  setUserHidden,
  suspendUser,
} from './accounts/account-status-store.ts';
export {
  deleteClosedAgeRequirement,
  storeClosedAgeRequirement,
  takeClosedAgeRequirement,
} from './accounts/closed-age-requirement-store.ts';
export {
  type AccountIdentity,
  type CreateAccountDeps,
  createNewAccountLimit,
  findOrCreateAccount,
  identityTextOf,
} from './accounts/create-account.ts';
export {
  discordIdUniqueConstraint,
  linkDiscordId,
  unlinkDiscordId,
} from './accounts/discord-link-store.ts';
export { publicDisplayName } from './accounts/display-name.ts';
export { type RoleDeps, roleForEmail, syncAdminRoles } from './accounts/roles.ts';
export {
  type AuthorRow,
  authorColumns,
  authorColumnsOf,
  authorSelectionSql,
  authorSelectionSqlOf,
} from './author-columns.ts';
export { deleteBlocksOf, isBlockedBetween, lockUnblockedPair } from './blocks/block-store.ts';
export { blockPerson } from './blocks/block-user.ts';
export { type AccountPair, blockBetween, lockPairs } from './blocks/pair-queries.ts';
export { blocksDataExport, exportedOtherPerson, profileDataExport } from './data-export.ts';
export { type SuggestUsersDeps, suggestUsers } from './profiles/suggest-users.ts';
export {
  forgetUsualStart,
  readUsualStart,
  usualStartSql,
} from './profiles/usual-start-queries.ts';
export {
  addCompletedSales,
  anonymiseAccount,
  extendAgeVerification,
  findAccountUid,
  findUser,
  giveSupporterBadge,
  hasAgeRequirement,
  hasProvenAge,
  isOfAccountAge,
  readUser,
} from './user-store.ts';
export { type UserRow, users } from './users-table.ts';
export {
  averageRating,
  displayBadgesOf,
  displayNameOf,
  displayPhotoOf,
  isAgeRequired,
  toAuthor,
  toOwnUser,
  verifiedAgeOf,
} from './view.ts';
export { type ViewContext, type ViewContextDeps, viewContextFor } from './view-context.ts';
export {
  canSeeAdultContent,
  contactUidsOf,
  hasBlocks,
  hasVerifiedAge,
  isAgeProofRequired,
  isListedUser,
  isNotBlockedWith,
  isNotHidden,
  isVisibleTo,
  isVisibleToReader,
  passesAgeRestriction,
  uidsBlockedWith,
} from './visibility.ts';
