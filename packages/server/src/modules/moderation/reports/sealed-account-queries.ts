import type { Db } from '../../../platform/database/pool.ts';
import { type SQL, sql } from '../../../platform/database/query-builder.ts';
import { instantText } from '../../../platform/database/time-text.ts';
import type { CaseSubject } from '../cases/case-subject.ts';
import type { CopiedContent } from './report-copy-store.ts';

/** Facts of an account or of content as they are sealed; the keys are named in `docs/product/evidence.md`. */
type SealedFacts = Readonly<Record<string, unknown>>;

const accountFacts = sql`jsonb_build_object('uid', uid, 'username', username, 'displayName', display_name,
  'email', email, 'signIn', jsonb_build_object('issuer', issuer, 'subject', subject), 'discordId', discord_id,
  'bio', bio, 'effectPhrase', effect_phrase, 'photoURL', photo_url, 'privacy', privacy, 'role', role,
  'createdAt', ${instantText(sql`created_at`)}, 'ageVerifiedUntil', ${instantText(sql`age_verified_until`)},
  'suspendedAt', ${instantText(sql`suspended_at`)})`;

const times = (updated: SQL) => sql`'createdAt', ${instantText(sql`created_at`)},
  'updatedAt', ${instantText(updated)}, 'hiddenAt', ${instantText(sql`hidden_at`)}`;

const metadataByKind: Readonly<Record<CopiedContent['kind'], SQL>> = {
  user: sql`SELECT jsonb_build_object(${times(sql`updated_at`)}) AS facts FROM users WHERE uid`,
  service: sql`SELECT jsonb_build_object('category', category, 'type', type, 'price', price, 'status', status,
    'adult', adult, ${times(sql`updated_at`)}) AS facts FROM services WHERE id`,
  post: sql`SELECT jsonb_build_object('hashtags', hashtags, 'serviceId', service_id, 'sensitive', sensitive,
    'likes', like_count, 'comments', comment_count, ${times(sql`NULL::timestamptz`)}) AS facts FROM posts WHERE uid`,
  comment: sql`SELECT jsonb_build_object('postId', post_uid, ${times(sql`NULL::timestamptz`)}) AS facts
    FROM comments WHERE id`,
  review: sql`SELECT jsonb_build_object('serviceId', service_id, 'paymentId', payment_id, 'rating', rating,
    ${times(sql`NULL::timestamptz`)}) AS facts FROM reviews WHERE id`,
};

async function readFacts(tx: Db, statement: SQL): Promise<SealedFacts> {
  const { rows } = await tx.execute<{ facts: SealedFacts }>(statement);
  return rows[0]?.facts ?? {};
}

/** The account that published reported content, as it is sealed with a report about a minor. */
export const readSealedAccount = (tx: Db, uid: string): Promise<SealedFacts> =>
  readFacts(tx, sql`SELECT ${accountFacts} AS facts FROM users WHERE uid = ${uid}::uuid`);

/** What is known about reported content besides its text and picture, and about the file of its picture. */
export async function readSealedMetadata(
  tx: Db,
  { kind, id }: CaseSubject & { readonly kind: CopiedContent['kind'] },
  pictureId: string | null,
): Promise<SealedFacts> {
  const facts = await readFacts(tx, sql`${metadataByKind[kind]} = ${id}::uuid`);
  if (pictureId === null) return { ...facts, picture: null };
  const picture = await readFacts(
    tx,
    sql`SELECT jsonb_build_object('id', id, 'ownerId', owner_id, 'kind', kind, 'adult', adult,
      'createdAt', ${instantText(sql`created_at`)}, 'perceptualHash', look::text) AS facts
      FROM pictures WHERE id = ${pictureId}::uuid`,
  );
  return { ...facts, picture };
}
