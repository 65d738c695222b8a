import type { packEndpoints } from '@guilda/contract/services/packs';
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
  const listWaiting = listWaitingFiles(deps);
  const upload = uploadWaitingFile(deps);
  const remove = removeWaitingFile(deps);
  const readOwnPack = getOwnPack(deps);
  const readBoughtPack = getBoughtPack(deps);
  const listOrderDownloads = listDownloads(deps);
  return {
    listArchives: ({ actor }) => listWaiting(actor),
    uploadArchive: ({ actor, files }) => upload(actor, files.filesOf('file')[0]),
    removeArchive: ({ actor, params }) => remove(actor, params.id),
    getOwnPack: ({ actor, params }) => readOwnPack(actor, params.serviceId),
    getBoughtPack: ({ actor, params }) => readBoughtPack(actor, params.paymentId, params.serviceId),
    listDownloads: ({ actor, params }) => listOrderDownloads(actor, params.id),
  };
}
