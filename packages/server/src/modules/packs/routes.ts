import type { packEndpoints } from '@guilda/contract/packs';
import type { Handlers } from '../../platform/http/endpoints.ts';
import type { StorePackFileDeps, SweepPackFilesDeps } from '../pack-files/index.ts';
import { listDownloads } from './list-downloads.ts';
import { getBoughtPack, getOwnPack, type ReadPackDeps } from './open-pack.ts';
import { listWaitingFiles, removeWaitingFile, uploadWaitingFile } from './waiting-files.ts';

export type PackDeps = ReadPackDeps &
  StorePackFileDeps &
  SweepPackFilesDeps & {
    /** Maximum size of one pack file in bytes (`MAX_ARCHIVE_MB`). */
    readonly maxArchiveBytes: number;
  };

export function packHandlers(deps: PackDeps): Handlers<typeof packEndpoints> {
  const list = listWaitingFiles(deps);
  const upload = uploadWaitingFile(deps);
  const remove = removeWaitingFile(deps);
  const openOwnPack = getOwnPack(deps);
  const bought = getBoughtPack(deps);
  const downloads = listDownloads(deps);
  return {
    listArchives: ({ actor }) => list(actor),
    uploadArchive: ({ actor, files }) => upload(actor, files.filesOf('file')[0]),
    removeArchive: ({ actor, params }) => remove(actor, params.id),
    getOwnPack: ({ actor, params }) => openOwnPack(actor, params.serviceId),
    getBoughtPack: ({ actor, params }) => bought(actor, params.paymentId, params.serviceId),
    listDownloads: ({ actor, params }) => downloads(actor, params.id),
  };
}
