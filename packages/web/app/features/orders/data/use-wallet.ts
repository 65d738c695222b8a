import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { orderKeys } from './keys.ts';

type WalletPage = Awaited<ReturnType<ApiClient['wallet']['getWallet']>>;

/** The seller's money and its history, newest first. */
export function useWallet() {
  return useInfiniteQuery<
    WalletPage,
    Error,
    InfiniteData<WalletPage>,
    readonly string[],
    string | undefined
  >({
    queryKey: orderKeys.wallet,
    queryFn: ({ pageParam, signal }) =>
      api().wallet.getWallet({ query: { cursor: pageParam } }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
  });
}

export type Wallet = ReturnType<typeof useWallet>;
