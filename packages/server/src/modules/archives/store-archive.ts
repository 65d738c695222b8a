import { createReadStream } from 'node:fs';
import { limits } from '@guilda/contract/limits';
import { fileTypeFromFile } from 'file-type';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import type { ImageError, ImageProcessor } from '../../platform/uploads/image.ts';
import { type FileStore, StorageUnavailableError } from '../../ports/file-store.ts';
import type { Ids } from '../../ports/ids.ts';
import { lockAccount } from '../users/index.ts';
import {
  announceArchive,
  countWaiting,
  forgetArchive,
  type NewArchive,
  openArchive,
} from './archive-store.ts';
import type { ArchiveRow } from './archives-tables.ts';

export interface StoreArchiveDeps {
  readonly database: Pick<Database, 'db' | 'transaction'>;
  readonly files: FileStore;
  readonly images: Pick<ImageProcessor, 'process'>;
  readonly ids: Pick<Ids, 'uuid'>;
}

export type ArchiveError = ImageError | 'too_many_archives';

const kinds = {
  'image/jpeg': { kind: 'JPG', extension: 'jpg' },
  'image/png': { kind: 'PNG', extension: 'png' },
  'image/gif': { kind: 'GIF', extension: 'gif' },
  'video/mp4': { kind: 'MP4', extension: 'mp4' },
} as const;

/**
 * Keeps a file of a pack that a person sent, waiting for the service that takes it
 * (`assignArchives`). Its content decides its type (`product §4`).
 */
export const storeArchive =
  (deps: StoreArchiveDeps) =>
  async (ownerId: string, file: UploadedFile): Promise<Result<ArchiveRow, ArchiveError>> => {
    const type = (await fileTypeFromFile(file.path))?.mime as keyof typeof kinds | undefined;
    if (!type || !Object.hasOwn(kinds, type)) return err('file_type');
    const archive: NewArchive = {
      id: deps.ids.uuid(),
      ownerId,
      name: file.name,
      kind: kinds[type].kind,
      type,
      size: file.bytes,
      width: null,
      height: null,
    };
    const announced = await deps.database.transaction(async (tx) => {
      if (!(await lockAccount(tx, ownerId))) return false;
      if ((await countWaiting(tx, ownerId)) >= limits.waitingArchives) return false;
      await announceArchive(tx, archive);
      return true;
    });
    if (!announced) return err('too_many_archives');
    try {
      const key = `archives/${archive.id}/whole.${kinds[type].extension}`;
      const stored = await deps.files.put(key, createReadStream(file.path), { contentType: type });
      const row = await openArchive(deps.database.db, archive.id, stored.sha256);
      return row ? ok(row) : err('file_type');
    } catch (error) {
      await forgetArchive(deps.database.db, archive.id);
      if (error instanceof StorageUnavailableError) return err('storage_unavailable');
      throw error;
    }
  };
