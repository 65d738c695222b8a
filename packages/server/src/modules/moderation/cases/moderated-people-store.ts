import type { ModeratedPerson } from '@guilda/contract/moderation/moderation-case';
import type { Db } from '../../../platform/database/pool.ts';
import {
  getTableColumns,
  inArray,
  type SQL,
  sql,
} from '../../../platform/database/query-builder.ts';
import {
  averageRating,
  isAgeRequired,
  toAuthor,
  users,
  type ViewContext,
  verifiedAgeOf,
} from '../../users/index.ts';

const countForUser = (fromClause: SQL) =>
  sql<number>`(SELECT count(*)::integer FROM ${fromClause} = ${users.uid})`;

function readPeopleRows(db: Db, uids: readonly string[], readerUid: string) {
  const reportedUserIfNotReader = sql`reported_user_id <> ${readerUid}::uuid AND reported_user_id`;
  return db
    .select({
      user: getTableColumns(users),
      reports: countForUser(sql`cases WHERE kind = 'report' AND ${reportedUserIfNotReader}`),
      reportsUpheld: countForUser(
        sql`cases WHERE outcome = 'upheld' AND ${reportedUserIfNotReader}`,
      ),
      decisions: countForUser(sql`decisions WHERE lifted_at IS NULL AND person_id`),
    })
    .from(users)
    .where(inArray(users.uid, [...uids]));
}

type ModeratedPersonRow = Awaited<ReturnType<typeof readPeopleRows>>[number];

function toModeratedPerson(
  { user, ...counts }: ModeratedPersonRow,
  viewContext: ViewContext,
): ModeratedPerson {
  const verifiedAge = verifiedAgeOf(user, viewContext.now);
  const { suspendedAt, suspendedReason, suspendedUntil, hiddenAt, hiddenReason } = user;
  return {
    ...toAuthor(user, viewContext),
    privacy: user.privacy,
    createdAt: user.createdAt.toISOString(),
    suspension:
      suspendedAt === null
        ? null
        : { reason: suspendedReason ?? '', until: suspendedUntil?.toISOString() ?? null },
    hidden: hiddenAt === null ? null : { reason: hiddenReason ?? '' },
    ageRequired: isAgeRequired(user, verifiedAge),
    verifiedAge,
    ...counts,
    sales: user.completedSales,
    rating: averageRating(user.ratingSum, user.ratingCount),
  };
}

/**
 * The given people as administrators see them beside a case, by uid; closed accounts included. Reports about the
 * reading administrator are not counted.
 */
export async function readModeratedPeople(
  db: Db,
  uids: readonly string[],
  { viewContext, reader }: { readonly viewContext: ViewContext; readonly reader: string },
): Promise<ReadonlyMap<string, ModeratedPerson>> {
  const rows = await readPeopleRows(db, uids, reader);
  return new Map(rows.map((row) => [row.user.uid, toModeratedPerson(row, viewContext)]));
}
