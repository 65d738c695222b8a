import type { Pack } from '@guilda/contract/services/packs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { serverNowMs } from '../../../lib/format/server-time.ts';
import { refetchDelayMs } from '../model/url-expiry.ts';
import { loadPack, type PackSource, packKey } from './pack-source.ts';

/** A pack older than this, in ms, is refetched when the person comes back to the tab. */
const PACK_STALE_MS = 60_000;

/** A pack with valid file URLs: refetched before the URLs expire and when the person comes back to the tab. */
export function usePack(source: PackSource, viewerUid: string): UseQueryResult<Pack> {
  return useQuery({
    queryKey: packKey(source, viewerUid),
    queryFn: ({ signal }) => loadPack(api(), source, signal),
    staleTime: PACK_STALE_MS,
    refetchInterval: ({ state }) =>
      state.data ? refetchDelayMs(Date.parse(state.data.expiresAt), serverNowMs()) : false,
  });
}
