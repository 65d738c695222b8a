import type { Archive } from '@guilda/contract/services/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import {
  erasePackFile,
  listWaitingPackFiles,
  type PackFileError,
  type PackFileRow,
  removeWaitingPackFile,
  type StorePackFileDeps,
  type SweepPackFilesDeps,
  storePackFile,
} from '../pack-files/index.ts';

function toArchive({ id, name, type, kind, size }: PackFileRow): Archive {
  return { id, name, type, kind, size };
}

/** The actor's pack files that no service uses yet (waiting files), and the maximum size of a file in bytes. */
export const listWaitingFiles =
  (deps: { readonly database: Pick<Database, 'db'>; readonly maxArchiveBytes: number }) =>
  async (actor: Person) => {
    const rows = await listWaitingPackFiles(deps.database.db, actor.uid);
    return ok({ archives: rows.map(toArchive), maxBytes: deps.maxArchiveBytes });
  };

/** Stores one file, which then waits for a service. */
export const uploadWaitingFile =
  (deps: StorePackFileDeps) =>
  async (
    actor: Person,
    file: UploadedFile | undefined,
  ): Promise<Result<{ archive: Archive }, PackFileError | 'invalid_input'>> => {
    // This check only narrows the type: the form parser has already refused a request without a file.
    if (!file) return err('invalid_input');
    const storedFile = await storePackFile(deps)(actor.uid, file);
    return storedFile.ok ? ok({ archive: toArchive(storedFile.value) }) : storedFile;
  };

/** Removes a waiting file. Its content is erased at once, or later by a job when the storage is unavailable. */
export const removeWaitingFile =
  (deps: SweepPackFilesDeps) =>
  async (actor: Person, id: string): Promise<Result<undefined, 'archive_not_found'>> => {
    if (!(await removeWaitingPackFile(deps.database.db, actor.uid, id)))
      return err('archive_not_found');
    await erasePackFile(deps, id).catch((error: unknown) => {
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
    return ok(undefined);
  };
