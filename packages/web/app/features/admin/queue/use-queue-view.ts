import type { QueueItem, QueueKind } from '@guilda/contract/moderation/moderation-queue';
import { useState } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import {
  type ChosenQueueItem,
  chosenQueueItemOf,
  type QueueAddress,
  type QueueState,
  queueSearch,
  readQueueAddress,
} from '../model/admin-address.ts';
import { useModerationQueue } from './use-queue.ts';

interface PinnedItem {
  readonly viewKey: string;
  readonly chosen: ChosenQueueItem | null;
}

/**
 * The item that is open when the address names none: the item that was at the top when the list was first loaded. It
 * stays open when the list changes, so that the administrator does not lose it while reading.
 */
function useFirstItem({ kind, state }: QueueAddress, items: readonly QueueItem[] | undefined) {
  const viewKey = `${state} ${kind}`;
  const [pinned, setPinned] = useState<PinnedItem>({ viewKey, chosen: null });
  const [firstInList] = items ?? [];
  if (firstInList && (pinned.viewKey !== viewKey || pinned.chosen === null)) {
    setPinned({ viewKey, chosen: chosenQueueItemOf(firstInList) });
  }
  return pinned.viewKey === viewKey ? pinned.chosen : null;
}

/** State of the queue page: filters, list, open item and links to items. */
export function useQueueView() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = readQueueAddress(params);
  const { list, items, openCounts } = useModerationQueue(address);
  const firstItem = useFirstItem(address, items);
  const shownItem = address.chosen ?? firstItem;
  const to = (changes: Partial<QueueAddress>) => ({
    search: queueSearch({ ...address, ...changes }),
  });
  const toItem = (item: QueueItem) => to({ chosen: chosenQueueItemOf(item) });
  const toFilter = (state: QueueState, kind: QueueKind | null) => to({ state, kind, chosen: null });
  const openItem = (item: QueueItem | undefined, options: NavigateOptions = { replace: true }) => {
    const target = item ? toItem(item) : to({ chosen: null });
    void navigate(target, { preventScrollReset: true, ...options });
  };
  return { address, list, items, openCounts, shownItem, to, toItem, toFilter, openItem };
}

export type QueueView = ReturnType<typeof useQueueView>;
