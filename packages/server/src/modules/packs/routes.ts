import type { packEndpoints } from '@guilda/contract/packs';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';

export function packHandlers(): Handlers<typeof packEndpoints> {
  return {
    listArchives: async () => err('unavailable'),
    uploadArchive: async () => err('unavailable'),
    removeArchive: async () => err('unavailable'),
    getOwnPack: async () => err('unavailable'),
    getBoughtPack: async () => err('unavailable'),
    listDownloads: async () => err('unavailable'),
  };
}
