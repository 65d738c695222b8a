import { type AnyPgColumn, sql } from '../../platform/database/query-builder.ts';
import type { BadgeInput } from './profiles/badges.ts';
import { type UserRow, users } from './users-table.ts';

/** What is read of a person who is shown beside their content. */
export type AuthorRow = Pick<
  UserRow,
  'uid' | 'username' | 'displayName' | 'photoURL' | 'deletedAt' | 'hiddenAt'
> &
  BadgeInput;

/** Columns of an author, from `users` or an alias of it; other modules join them read-only. */
export const authorColumnsOf = <T extends Record<keyof AuthorRow, AnyPgColumn>>(of: T) =>
  ({
    uid: of.uid,
    username: of.username,
    displayName: of.displayName,
    photoURL: of.photoURL,
    deletedAt: of.deletedAt,
    role: of.role,
    createdAt: of.createdAt,
    discordId: of.discordId,
    completedSales: of.completedSales,
    topContributor: of.topContributor,
    supporter: of.supporter,
    hiddenAt: of.hiddenAt,
  }) as Pick<T, keyof AuthorRow>;

/** Author columns of `users` itself. */
export const authorColumns = authorColumnsOf(users);

/** Author columns as a select list with these names, for statements written as text. */
export const authorSelectionSqlOf = (columns: Record<keyof AuthorRow, AnyPgColumn>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  );

/** The author select list of `users` itself. */
export const authorSelectionSql = authorSelectionSqlOf(authorColumns);
