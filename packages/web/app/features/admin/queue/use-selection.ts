import { limits } from '@guilda/contract/limits';
import type { QueueItem } from '@guilda/contract/moderation/moderation-queue';
import { useState } from 'react';
import type { QueueAddress } from '../model/admin-address.ts';
import { selectAllOfKind, selectedKind, toggleSelection } from './queue-order.ts';

const noSelection: ReadonlySet<string> = new Set();

/** The cases selected for one bulk decision. Changing a filter clears the selection. */
export function useSelection(items: readonly QueueItem[], { state, kind }: QueueAddress) {
  const viewKey = `${state} ${kind}`;
  const [stored, setStored] = useState({
    viewKey,
    ids: noSelection,
    lastId: null as string | null,
  });
  const ids = stored.viewKey === viewKey ? stored.ids : noSelection;
  const chosen = items.filter(({ id, state: itemState }) => ids.has(id) && itemState === 'open');
  const selectedIds = new Set(chosen.map(({ id }) => id));
  const setSelection = (nextIds: ReadonlySet<string>, lastId: string | null) =>
    setStored({ viewKey, ids: new Set([...nextIds].slice(0, limits.bulkCases)), lastId });
  return {
    chosen,
    kind: selectedKind(items, selectedIds),
    has: (id: string) => selectedIds.has(id),
    /** Selects or deselects an item; with `isRange` also everything between it and the item toggled before. */
    toggle: (id: string, isRange: boolean) =>
      setSelection(toggleSelection(items, selectedIds, id, isRange ? stored.lastId : null), id),
    all: () => setSelection(selectAllOfKind(items, selectedIds, limits.bulkCases), null),
    clear: () => setSelection(noSelection, null),
  };
}

export type Selection = ReturnType<typeof useSelection>;
