import type { Archive } from '@guilda/contract/packs';
import type { Person } from '../../platform/actor.ts';
import type { Database } from '../../platform/database/pool.ts';
import type { UploadedFile } from '../../platform/http/form.ts';
import { err, ok, type Result } from '../../platform/result.ts';
import { StorageUnavailableError } from '../../ports/file-store.ts';
import {
  type ArchiveError,
  type ArchiveRow,
  closeWaiting,
  eraseArchive,
  type StoreArchiveDeps,
  type SweepDeps,
  storeArchive,
  waitingArchives,
} from '../archives/index.ts';

function toArchive({ id, name, type, kind, size }: ArchiveRow): Archive {
  return { id, name, type, kind, size };
}

/** The own files that wait for a service, and how large one may be. */
export const listArchives =
  (deps: { readonly database: Pick<Database, 'db'>; readonly maxArchiveBytes: number }) =>
  async (actor: Person) => {
    const rows = await waitingArchives(deps.database.db, actor.uid);
    return ok({ archives: rows.map(toArchive), maxBytes: deps.maxArchiveBytes });
  };

/** Takes one file in, to wait for a service. */
export const uploadArchive =
  (deps: StoreArchiveDeps) =>
  async (
    actor: Person,
    file: UploadedFile | undefined,
  ): Promise<Result<{ archive: Archive }, ArchiveError | 'invalid_input'>> => {
    // The form reader has refused a request without the file.
    if (!file) return err('invalid_input');
    const stored = await storeArchive(deps)(actor.uid, file);
    return stored.ok ? ok({ archive: toArchive(stored.value) }) : stored;
  };

/** Throws a waiting file away: it is gone for its owner at once, and erased now or by the sweep. */
export const removeArchive =
  (deps: SweepDeps) =>
  async (actor: Person, id: string): Promise<Result<undefined, 'archive_not_found'>> => {
    if (!(await closeWaiting(deps.database.db, actor.uid, id))) return err('archive_not_found');
    await eraseArchive(deps, id).catch((error: unknown) => {
      if (!(error instanceof StorageUnavailableError)) throw error;
    });
    return ok(undefined);
  };
