import { type AnyPgColumn, sql } from '../../platform/database/query-builder.ts';
import type { BadgeInput } from './profiles/badges.ts';
import { type UserRow, users } from './users-table.ts';

/** The columns of a person who is shown beside content such as a post or a service. */
export type AuthorRow = Pick<
  UserRow,
  'uid' | 'username' | 'displayName' | 'photoURL' | 'deletedAt' | 'hiddenAt'
> &
  BadgeInput;

/**
 * The author columns of `users` or of an alias of it, for a query that joins the table. Other modules may read
 * these columns but not write them.
 */
export const authorColumnsOf = <T extends Record<keyof AuthorRow, AnyPgColumn>>(columns: T) =>
  ({
    uid: columns.uid,
    username: columns.username,
    displayName: columns.displayName,
    photoURL: columns.photoURL,
    deletedAt: columns.deletedAt,
    role: columns.role,
    createdAt: columns.createdAt,
    discordId: columns.discordId,
    completedSales: columns.completedSales,
    topContributor: columns.topContributor,
    supporter: columns.supporter,
    hiddenAt: columns.hiddenAt,
  }) as Pick<T, keyof AuthorRow>;

/** The author columns of the table `users`. */
export const authorColumns = authorColumnsOf(users);

/** The given author columns as an SQL select list, each with its key as name, for statements written as SQL text. */
export const authorSelectionSqlOf = (columns: Record<keyof AuthorRow, AnyPgColumn>) =>
  sql.join(
    Object.entries(columns).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`),
    sql`, `,
  );

/** The author columns of the table `users` as an SQL select list. */
export const authorSelectionSql = authorSelectionSqlOf(authorColumns);
