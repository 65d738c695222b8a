export { hasOtherAdmin, keepAccounts, lockAccount } from './account-locks.ts';
export { type CreateAccountDeps, findOrCreateAccount } from './create-account.ts';
export { type UserRouteDeps, userHandlers } from './routes.ts';
export {
  addCompletedSale,
  addRating,
  anonymise,
  findUser,
  grantAdult,
  readUser,
} from './user-store.ts';
export { type UserRow, users } from './users-table.ts';
export { type AuthorRow, authorColumns, averageOf, nameOf, toAuthor, toOwnUser } from './view.ts';
export { ageChecked, openTo, openToAge, openToReader, seesAdult } from './visibility.ts';
