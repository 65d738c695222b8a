import { type PictureKind, pictureWidths } from '@guilda/contract/pictures';
import type { KeptFiles } from '../../platform/uploads/kept-files.ts';
import { pictureKey } from '../../platform/uploads/pictures.ts';

/** The files of pictures that stand, those that the team hid among them. */
export const keptPictures: KeptFiles<{ readonly id: string; readonly kind: PictureKind }> = {
  rows: 'SELECT id, kind FROM pictures WHERE deleted_at IS NULL ORDER BY id',
  keys: ({ id, kind }) => pictureWidths[kind].map((width) => pictureKey(id, width)),
};
