import { type PictureKind, pictureWidths } from '@guilda/contract/services/pictures';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';
import type { ReferencedFiles } from '../../platform/uploads/referenced-files.ts';

/**
 * Files of all pictures that are not closed (`deleted_at` is null), also of hidden ones, and of closed pictures that a
 * copy of reported content needs.
 */
export const referencedPictures: ReferencedFiles<{
  readonly id: string;
  readonly kind: PictureKind;
}> = {
  rows: `SELECT id, kind FROM pictures WHERE deleted_at IS NULL
    OR id IN (SELECT picture_id FROM report_copies WHERE picture_id IS NOT NULL) ORDER BY id`,
  keys: ({ id, kind }) => pictureWidths[kind].map((width) => pictureKey(id, width)),
};
