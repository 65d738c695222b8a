import type { SubjectKind } from '@guilda/contract/moderation/moderation';
import type { SubjectView } from '@guilda/contract/moderation/moderation-case';
import {
  compileStatement,
  type Queryable,
  type Statement,
} from '../../../platform/database/prepared.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import type { CaseSubject } from './case-subject.ts';

interface SubjectRow {
  readonly title: string;
  readonly text: string;
  readonly photoURL: string | null;
  readonly adult: boolean;
  readonly hiddenAt: Date | null;
  readonly hiddenReason: string | null;
  readonly gone: boolean;
  readonly path: string | null;
  readonly createdAt: Date;
}

/** SQL expressions that give the columns of a subject's view for one kind of subject. */
interface SubjectColumns {
  readonly title: SQL;
  readonly text: SQL;
  readonly photo: SQL;
  readonly adult: SQL;
  readonly gone: SQL;
  readonly path: SQL;
  /** FROM clause: the subject's table with the alias `t`, and its joins. */
  readonly from: SQL;
  readonly id: SQL;
  readonly canBeHidden?: false;
}

const sqlFalse = sql`false`;
const sqlNull = sql`NULL`;

const columnsByKind: Readonly<Record<SubjectKind, SubjectColumns>> = {
  user: {
    title: sql`coalesce(t.display_name, t.username)`,
    text: sql`coalesce(t.bio, '')`,
    photo: sql`t.photo_url`,
    adult: sqlFalse,
    gone: sql`t.deleted_at IS NOT NULL`,
    path: sql`'/user/' || t.username`,
    from: sql`users t`,
    id: sql`t.uid`,
  },
  service: {
    title: sql`t.title`,
    text: sql`t.description`,
    photo: sql`t.photo_url`,
    adult: sql`t.adult`,
    gone: sql`t.deleted_at IS NOT NULL`,
    path: sql`'/service/' || t.id`,
    from: sql`services t`,
    id: sql`t.id`,
  },
  post: {
    title: sql`t.title`,
    text: sql`t.description`,
    photo: sql`t.photo_url`,
    adult: sql`t.sensitive`,
    gone: sqlFalse,
    path: sql`'/post/' || t.uid`,
    from: sql`posts t`,
    id: sql`t.uid`,
  },
  comment: {
    title: sql`''`,
    text: sql`t.text`,
    photo: sqlNull,
    adult: sql`p.sensitive`,
    gone: sqlFalse,
    path: sql`'/post/' || t.post_uid`,
    from: sql`comments t JOIN posts p ON p.uid = t.post_uid`,
    id: sql`t.id`,
  },
  review: {
    title: sql`t.title`,
    text: sql`t.description`,
    photo: sqlNull,
    adult: sql`s.adult`,
    gone: sqlFalse,
    path: sql`'/service/' || t.service_id`,
    from: sql`reviews t JOIN services s ON s.id = t.service_id`,
    id: sql`t.id`,
  },
  order: {
    title: sql`t.product_name`,
    text: sql`t.purchase_code`,
    photo: sql`t.photo_url`,
    adult: sql`t.adult`,
    gone: sqlFalse,
    path: sqlNull,
    from: sql`payments t`,
    id: sql`t.id`,
    canBeHidden: false,
  },
};

function subjectStatement(
  subjectKind: SubjectKind,
): Statement<SubjectRow & Record<string, unknown>> {
  const {
    title,
    text,
    photo,
    adult,
    gone,
    path,
    from,
    id,
    canBeHidden: hides,
  } = columnsByKind[subjectKind];
  const hiddenColumns =
    hides === false
      ? sql`NULL::timestamptz AS "hiddenAt", NULL AS "hiddenReason"`
      : sql`t.hidden_at AS "hiddenAt", t.hidden_reason AS "hiddenReason"`;
  return compileStatement(
    sql`SELECT ${title} AS title, ${text} AS text, ${photo}::text AS "photoURL", ${adult} AS adult,
        ${hiddenColumns}, ${gone} AS gone, ${path}::text AS path, t.created_at AS "createdAt"
      FROM ${from} WHERE ${id} = ${sql.placeholder('id')}`,
    `${subjectKind} for the team`,
  );
}

const subjectStatements: Readonly<Record<SubjectKind, ReturnType<typeof subjectStatement>>> = {
  user: subjectStatement('user'),
  service: subjectStatement('service'),
  post: subjectStatement('post'),
  comment: subjectStatement('comment'),
  review: subjectStatement('review'),
  order: subjectStatement('order'),
};

/**
 * The current state of a subject, hidden content included: for administrators only. A closed account or a missing row
 * is returned without content and marked as gone; a deleted service is marked as gone, with its content.
 * `resolvePictureUrl` returns the address at which the reading administrator can load a picture; `since` is returned as
 * the creation time of a missing row.
 */
export async function readSubjectView(
  pool: Queryable,
  { kind, id }: CaseSubject,
  {
    resolvePictureUrl,
    since,
  }: { resolvePictureUrl: (photoURL: string | null) => string | null; since: Date },
): Promise<SubjectView> {
  const [row] = await subjectStatements[kind](pool, { id });
  if (!row || (row.gone && kind === 'user')) {
    const emptyContent = {
      title: '',
      text: '',
      photoURL: null,
      adult: false,
      hidden: null,
      path: null,
    };
    return {
      kind,
      id,
      ...emptyContent,
      gone: true,
      createdAt: (row?.createdAt ?? since).toISOString(),
    };
  }
  const { title, text, adult, gone, hiddenAt, hiddenReason, path, createdAt } = row;
  return {
    kind,
    id,
    title,
    text,
    photoURL: resolvePictureUrl(row.photoURL),
    adult,
    hidden: hiddenAt === null ? null : { reason: hiddenReason ?? '' },
    gone,
    path: gone ? null : path,
    createdAt: createdAt.toISOString(),
  };
}
