import { type PictureKind, pictureWidths } from '@guilda/contract/pictures';
import { sql } from 'drizzle-orm';
import { heldRows, heldUid } from '../../platform/database/held-rows.ts';
import { pictureKey } from '../../platform/uploads/pictures.ts';

/** A picture as a copy of its owner's data names it. */
export interface HeldPicture {
  readonly id: string;
  readonly kind: PictureKind;
}

/**
 * The pictures that the person sent and that stand, each a `HeldPicture`. What the team took away is
 * handed out to nobody.
 */
export const heldPictures = heldRows({
  columns: sql`id, kind, adult, created_at AS "createdAt"`,
  from: sql`FROM pictures WHERE owner_id = ${heldUid} AND deleted_at IS NULL
    AND hidden_at IS NULL
    AND NOT EXISTS (SELECT FROM banned_pictures b WHERE b.picture_id = pictures.id)`,
  at: sql`created_at`,
  id: sql`id`,
});

/** Where the largest width of a picture is kept. */
export function heldPictureKey({ id, kind }: HeldPicture): string {
  return pictureKey(id, Math.max(...pictureWidths[kind]));
}
