import type { TeamPerson } from '@guilda/contract/desk-case';
import { getTableColumns, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../platform/database/pool.ts';
import { averageOf, type Moment, toAuthor, users } from '../users/index.ts';

const count = (rest: SQL) => sql<number>`(SELECT count(*)::integer FROM ${rest} = ${users.uid})`;

function readRows(db: Db, uids: readonly string[], reader: string) {
  const known = sql`reported_user_id <> ${reader}::uuid AND reported_user_id`;
  return db
    .select({
      user: getTableColumns(users),
      reports: count(sql`cases WHERE kind = 'report' AND ${known}`),
      reportsUpheld: count(sql`cases WHERE outcome = 'upheld' AND ${known}`),
      decisions: count(sql`decisions WHERE lifted_at IS NULL AND person_id`),
    })
    .from(users)
    .where(inArray(users.uid, [...uids]));
}

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

/**
 * People as the team sees them beside a case, by uid; closed accounts too, of which little is left. The
 * reader is told of no report about themselves.
 */
export async function readTeamPeople(
  db: Db,
  uids: readonly string[],
  { moment, reader }: { readonly moment: Moment; readonly reader: string },
): Promise<ReadonlyMap<string, TeamPerson>> {
  const rows = await readRows(db, uids, reader);
  return new Map(rows.map((row) => [row.user.uid, toTeamPerson(row, moment)]));
}
