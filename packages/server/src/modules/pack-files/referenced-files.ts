import type { ArchiveType } from '@guilda/contract/services/packs';
import type { ReferencedFiles } from '../../platform/uploads/referenced-files.ts';
import { packFileKey, previewKey } from './file-keys.ts';

interface ReferencedPackFile {
  readonly id: string;
  readonly type: ArchiveType;
  /** Whether the file is an image, which has a preview stored with it. */
  readonly isImage: boolean;
}

/** The complete pack files that are referenced by a service or an order, or that wait for a service. */
export const referencedPackFiles: ReferencedFiles<ReferencedPackFile> = {
  rows: `SELECT id, type, width IS NOT NULL AS "isImage" FROM archives a WHERE ready_at IS NOT NULL
    AND (removed_at IS NULL
      OR EXISTS (SELECT FROM order_archives o WHERE o.archive_id = a.id)) ORDER BY id`,
  keys: ({ id, type, isImage }) => [packFileKey(id, type), ...(isImage ? [previewKey(id)] : [])],
};
