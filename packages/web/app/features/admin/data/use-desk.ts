import type { QueueItem, QueueKind } from '@guilda/contract/desk';
import { useState } from 'react';
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router';
import {
  type Chosen,
  chosenOf,
  type DeskState,
  type QueueAddress,
  readQueue,
  writeQueue,
} from '../model/desk-address.ts';
import { useQueue } from './queue.ts';

interface Pinned {
  readonly of: string;
  readonly chosen: Chosen | null;
}

/**
 * What opens where the address names nothing: the first of the list as it was when it came, so that
 * nothing is pulled away from whoever reads while the list changes.
 */
function useFirst({ kind, state }: QueueAddress, items: readonly QueueItem[] | undefined) {
  const of = `${state} ${kind}`;
  const [pinned, setPinned] = useState<Pinned>({ of, chosen: null });
  const [first] = items ?? [];
  if (first && (pinned.of !== of || pinned.chosen === null)) {
    setPinned({ of, chosen: chosenOf(first) });
  }
  return pinned.of === of ? pinned.chosen : null;
}

/** The queue's address, its list, and ways to the items in it. */
export function useDesk() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const address = readQueue(params);
  const { list, items, open } = useQueue(address);
  const first = useFirst(address, items);
  const shown = address.chosen ?? first;
  const to = (change: Partial<QueueAddress>) => ({
    search: writeQueue({ ...address, ...change }),
  });
  const toItem = (item: QueueItem) => to({ chosen: chosenOf(item) });
  const toFilter = (state: DeskState, kind: QueueKind | null) => to({ state, kind, chosen: null });
  const go = (item: QueueItem | undefined, options: NavigateOptions = { replace: true }) => {
    const target = item ? toItem(item) : to({ chosen: null });
    void navigate(target, { preventScrollReset: true, ...options });
  };
  return { address, list, items, open, shown, to, toItem, toFilter, go };
}

export type Desk = ReturnType<typeof useDesk>;
