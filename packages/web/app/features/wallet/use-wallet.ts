import type { ApiClient } from '@guilda/contract/client';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../lib/api/api.ts';
import { walletKeys } from './wallet-keys.ts';

type WalletPage = Awaited<ReturnType<ApiClient['wallet']['getWallet']>>;
type WithdrawalPage = Awaited<ReturnType<ApiClient['wallet']['listWithdrawals']>>;
type WalletQueryKey = readonly string[];
type Cursor = string | undefined;

const pagingOptions = {
  initialPageParam: undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor: string | null }) => nextCursor ?? undefined,
  staleTime: 0,
};

/** Loads the seller's balances and the entries of the statement, newest first. */
export function useWallet() {
  return useInfiniteQuery<WalletPage, Error, InfiniteData<WalletPage>, WalletQueryKey, Cursor>({
    queryKey: walletKeys.entries,
    queryFn: ({ pageParam, signal }) =>
      api().wallet.getWallet({ query: { cursor: pageParam } }, { signal }),
    ...pagingOptions,
  });
}

export type WalletQuery = ReturnType<typeof useWallet>;

/** Loads the signed-in person's withdrawals, newest first. */
export function useWithdrawals() {
  return useInfiniteQuery<
    WithdrawalPage,
    Error,
    InfiniteData<WithdrawalPage>,
    WalletQueryKey,
    Cursor
  >({
    queryKey: walletKeys.withdrawals,
    queryFn: ({ pageParam, signal }) =>
      api().wallet.listWithdrawals({ query: { cursor: pageParam, limit: '10' } }, { signal }),
    ...pagingOptions,
  });
}
