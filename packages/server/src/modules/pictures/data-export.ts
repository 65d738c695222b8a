import { type PictureKind, pictureWidths } from '@guilda/contract/services/pictures';
import { dataExportReader, exportedUid } from '../../platform/database/data-export.ts';
import { sql } from '../../platform/database/query-builder.ts';
import { pictureKey } from '../../platform/uploads/images/pictures.ts';

/** The columns of a picture in the data export of its owner. */
export interface ExportedPicture {
  readonly id: string;
  readonly kind: PictureKind;
}

/** The person's pictures; hidden and banned pictures are left out. */
export const picturesDataExport = dataExportReader<ExportedPicture>({
  columns: sql`id, kind, adult, created_at AS "createdAt"`,
  from: sql`FROM pictures WHERE owner_id = ${exportedUid} AND deleted_at IS NULL
    AND hidden_at IS NULL
    AND NOT EXISTS (SELECT FROM banned_pictures b WHERE b.picture_id = pictures.id)`,
  sortTime: sql`created_at`,
  id: sql`id`,
});

/** Storage key of the widest file of a picture. */
export function exportedPictureKey({ id, kind }: ExportedPicture): string {
  return pictureKey(id, Math.max(...pictureWidths[kind]));
}
