import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { instantText } from '../../../platform/database/time-text.ts';
import type { CaseSubject } from '../cases/case-subject.ts';
import type { CopiedContent } from './report-copy-store.ts';

/** Data about an account or content that is added to a copy; the keys are listed in `docs/product/evidence.md`. */
type SealedData = Readonly<Record<string, unknown>>;

const accountDataSql = sql`jsonb_build_object('uid', uid, 'username', username, 'displayName', display_name,
  'email', email, 'signIn', jsonb_build_object('issuer', issuer, 'subject', subject), 'discordId', discord_id,
  'bio', bio, 'effectPhrase', effect_phrase, 'photoURL', photo_url, 'privacy', privacy, 'role', role,
  'createdAt', ${instantText(sql`created_at`)}, 'ageVerifiedUntil', ${instantText(sql`age_verified_until`)},
  'suspendedAt', ${instantText(sql`suspended_at`)})`;

const timesSql = (updated: SQL) => sql`'createdAt', ${instantText(sql`created_at`)},
  'updatedAt', ${instantText(updated)}, 'hiddenAt', ${instantText(sql`hidden_at`)}`;

const metadataByKind: Readonly<Record<CopiedContent['kind'], SQL>> = {
  user: sql`SELECT jsonb_build_object(${timesSql(sql`updated_at`)}) AS facts FROM users WHERE uid`,
  service: sql`SELECT jsonb_build_object('category', category, 'type', type, 'price', price, 'status', status,
    'adult', adult, ${timesSql(sql`updated_at`)}) AS facts FROM services WHERE id`,
  post: sql`SELECT jsonb_build_object('hashtags', hashtags, 'serviceId', service_id, 'sensitive', sensitive,
    'likes', like_count, 'comments', comment_count, ${timesSql(sql`NULL::timestamptz`)}) AS facts FROM posts WHERE uid`,
  comment: sql`SELECT jsonb_build_object('postId', post_uid, ${timesSql(sql`NULL::timestamptz`)}) AS facts
    FROM comments WHERE id`,
  review: sql`SELECT jsonb_build_object('serviceId', service_id, 'paymentId', payment_id, 'rating', rating,
    ${timesSql(sql`NULL::timestamptz`)}) AS facts FROM reviews WHERE id`,
};

async function readSealedData(tx: Db, statement: SQL): Promise<SealedData> {
  const { rows } = await tx.execute<{ facts: SealedData }>(statement);
  return rows[0]?.facts ?? {};
}

/** The data about the account that published reported content, for a copy about a minor. */
export const readSealedAccount = (tx: Db, uid: string): Promise<SealedData> =>
  readSealedData(tx, sql`SELECT ${accountDataSql} AS facts FROM users WHERE uid = ${uid}::uuid`);

/** Metadata of reported content and of its picture file, such as times; without the text and the picture themselves. */
export async function readSealedMetadata(
  tx: Db,
  { kind, id }: CaseSubject & { readonly kind: CopiedContent['kind'] },
  pictureId: string | null,
): Promise<SealedData> {
  const facts = await readSealedData(tx, sql`${metadataByKind[kind]} = ${id}::uuid`);
  if (pictureId === null) return { ...facts, picture: null };
  const picture = await readSealedData(
    tx,
    sql`SELECT jsonb_build_object('id', id, 'ownerId', owner_id, 'kind', kind, 'adult', adult,
      'createdAt', ${instantText(sql`created_at`)}, 'perceptualHash', look::text) AS facts
      FROM pictures WHERE id = ${pictureId}::uuid`,
  );
  return { ...facts, picture };
}
