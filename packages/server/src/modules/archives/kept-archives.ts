import type { ArchiveType } from '@guilda/contract/packs';
import type { KeptFiles } from '../../platform/uploads/kept-files.ts';
import { archiveKey, previewKey } from './archive-files.ts';

interface KeptArchive {
  readonly id: string;
  readonly type: ArchiveType;
  /** Whether it is an image, which has a small picture beside it. */
  readonly image: boolean;
}

/** The files of packs that are whole and that a service, an order or their owner still holds. */
export const keptArchives: KeptFiles<KeptArchive> = {
  rows: `SELECT id, type, width IS NOT NULL AS image FROM archives a WHERE ready_at IS NOT NULL
    AND (removed_at IS NULL
      OR EXISTS (SELECT FROM order_archives o WHERE o.archive_id = a.id)) ORDER BY id`,
  keys: ({ id, type, image }) => [archiveKey(id, type), ...(image ? [previewKey(id)] : [])],
};
