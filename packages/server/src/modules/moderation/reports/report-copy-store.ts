import type { ReportCopy } from '@guilda/contract/moderation/moderation-case';
import type { Db } from '../../../platform/database/pool.ts';
import { eq, type SQL, sql } from '../../../platform/database/query-builder.ts';
import { instantText } from '../../../platform/database/time-text.ts';
import type { CaseSubject } from '../cases/case-subject.ts';
import { reportCopies } from './report-copies-table.ts';

/** The copied fields of a reported account, service, post, comment or review. */
export type CopiedContent = Omit<ReportCopy, 'photoURL' | 'sha256' | 'sealedAt'> & {
  /** Stored address of the picture; null when there is none. */
  readonly photoURL: string | null;
};

type ReportedKind = CopiedContent['kind'];

interface CopyQuery {
  readonly columns: SQL;
  readonly from: SQL;
}

const nullColumn = sql`NULL`;

interface CopyColumns
  extends Readonly<Record<'id' | 'author' | 'title' | 'text' | 'created', SQL>> {
  readonly extra?: SQL;
  readonly photo?: SQL;
}

const copyColumns = (columns: CopyColumns): SQL => {
  const { id, author, title, text, extra = nullColumn, photo = nullColumn, created } = columns;
  return sql`${id} AS id, ${author} AS "authorId", ${title} AS title, ${text} AS text,
  ${extra}::text AS "moreText", ${photo}::text AS "photoURL", ${instantText(created)} AS "createdAt"`;
};

const queryByKind: Readonly<Record<ReportedKind, CopyQuery>> = {
  user: {
    columns: copyColumns({
      id: sql`t.uid`,
      author: sql`t.uid`,
      title: sql`coalesce(t.display_name, '') || ' @' || t.username`,
      text: sql`coalesce(t.bio, '')`,
      extra: sql`t.effect_phrase`,
      photo: sql`t.photo_url`,
      created: sql`t.created_at`,
    }),
    from: sql`users t WHERE t.deleted_at IS NULL AND t.uid`,
  },
  service: {
    columns: copyColumns({
      id: sql`t.id`,
      author: sql`t.seller_id`,
      title: sql`t.title`,
      text: sql`t.description`,
      photo: sql`t.photo_url`,
      created: sql`t.created_at`,
    }),
    from: sql`services t WHERE t.deleted_at IS NULL AND t.id`,
  },
  post: {
    columns: copyColumns({
      id: sql`t.uid`,
      author: sql`t.author_id`,
      title: sql`t.title`,
      text: sql`t.description`,
      extra: sql`array_to_string(t.hashtags, ' ')`,
      photo: sql`t.photo_url`,
      created: sql`t.created_at`,
    }),
    from: sql`posts t WHERE t.uid`,
  },
  comment: {
    columns: copyColumns({
      id: sql`t.id`,
      author: sql`t.author_id`,
      title: sql`''`,
      text: sql`t.text`,
      created: sql`t.created_at`,
    }),
    from: sql`comments t WHERE t.id`,
  },
  review: {
    columns: copyColumns({
      id: sql`t.id`,
      author: sql`t.author_id`,
      title: sql`t.title`,
      text: sql`t.description`,
      created: sql`t.created_at`,
    }),
    from: sql`reviews t WHERE t.id`,
  },
};

/**
 * Reads the reported content and locks its row until `tx` ends, so that it cannot be deleted before the copy is stored;
 * null when it is deleted already.
 */
export async function readReportedContent(
  tx: Db,
  { kind, id }: CaseSubject,
): Promise<CopiedContent | null> {
  if (kind === 'order') return null;
  const { columns, from } = queryByKind[kind];
  const { rows } = await tx.execute(
    sql`SELECT ${columns} FROM ${from} = ${id}::uuid FOR KEY SHARE OF t`,
  );
  const [row] = rows as Omit<CopiedContent, 'kind'>[];
  return row ? { kind, ...row } : null;
}

/** Stores the copy of the content that a case reports. */
export async function insertReportCopy(
  tx: Db,
  row: Omit<typeof reportCopies.$inferInsert, 'sealedAt'>,
): Promise<void> {
  await tx.insert(reportCopies).values(row);
}

/** The copy of the content that a case reports; null when the case has no copy, or has none any more. */
export async function findReportCopy(db: Db, caseId: string) {
  const rows = await db.select().from(reportCopies).where(eq(reportCopies.caseId, caseId));
  return rows[0] ?? null;
}

/** When the copy of a case was made, and the copy's hash; null when the case has no copy, or has none any more. */
export async function findReportCopySeal(db: Db, caseId: string) {
  const { hash, sealedAt } = reportCopies;
  const rows = await db
    .select({ hash, sealedAt })
    .from(reportCopies)
    .where(eq(reportCopies.caseId, caseId));
  return rows[0] ?? null;
}
