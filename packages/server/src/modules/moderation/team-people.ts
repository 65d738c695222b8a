import type { TeamPerson } from '@guilda/contract/desk-case';
import { getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { averageOf, type Moment, toAuthor, users } from '../users/index.ts';

const count = (rest: string) =>
  sql<number>`(SELECT count(*)::integer FROM ${sql.raw(rest)} = ${users.uid})`;

const readRows = (db: Db, uids: readonly string[]) =>
  db
    .select({
      user: getTableColumns(users),
      reports: count("cases WHERE kind = 'report' AND reported_user_id"),
      reportsUpheld: count("cases WHERE outcome = 'upheld' AND reported_user_id"),
      decisions: count('decisions WHERE lifted_at IS NULL AND person_id'),
    })
    .from(users)
    .where(inArray(users.uid, [...uids]));

type Row = Awaited<ReturnType<typeof readRows>>[number];

function toTeamPerson({ user, ...counts }: Row, moment: Moment): TeamPerson {
  const { suspendedAt, suspendedReason, suspendedUntil, hiddenAt, hiddenReason } = user;
  return {
    ...toAuthor(user, moment),
    privacy: user.privacy,
    createdAt: user.createdAt.toISOString(),
    suspension:
      suspendedAt === null
        ? null
        : { reason: suspendedReason ?? '', until: suspendedUntil?.toISOString() ?? null },
    hidden: hiddenAt === null ? null : { reason: hiddenReason ?? '' },
    ...counts,
    sales: user.completedSales,
    rating: averageOf(user.ratingSum, user.ratingCount),
  };
}

/** People as the team sees them beside a case, by uid; closed accounts too, of which little is left. */
export async function readTeamPeople(
  db: Db,
  uids: readonly string[],
  moment: Moment,
): Promise<ReadonlyMap<string, TeamPerson>> {
  const rows = await readRows(db, uids);
  return new Map(rows.map((row) => [row.user.uid, toTeamPerson(row, moment)]));
}
