import type { Pack } from '@guilda/contract/packs';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { serverNow } from '../../../lib/server-time.ts';
import { renewIn } from '../model/freshness.ts';
import { loadPack, type PackSource, packKey } from '../model/pack-source.ts';

/** How old a pack may be when somebody comes back to the tab, in ms. */
const STALE_MS = 60_000;

/** A pack with addresses that hold: they are renewed before they end, and on coming back to the tab. */
export function usePack(source: PackSource, uid: string): UseQueryResult<Pack> {
  return useQuery({
    queryKey: packKey(source, uid),
    queryFn: ({ signal }) => loadPack(api(), source, signal),
    staleTime: STALE_MS,
    refetchInterval: ({ state }) =>
      state.data ? renewIn(Date.parse(state.data.expiresAt), serverNow()) : false,
  });
}
