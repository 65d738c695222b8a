import { limits } from '@guilda/contract/limits';
import type { QueueItem } from '@guilda/contract/moderation-queue';
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
    last: null as string | null,
  });
  const ids = stored.viewKey === viewKey ? stored.ids : noSelection;
  const chosen = items.filter(({ id, state: itemState }) => ids.has(id) && itemState === 'open');
  const present = new Set(chosen.map(({ id }) => id));
  const set = (next: ReadonlySet<string>, last: string | null) =>
    setStored({ viewKey, ids: new Set([...next].slice(0, limits.bulkCases)), last });
  return {
    chosen,
    kind: selectedKind(items, present),
    has: (id: string) => present.has(id),
    /** Selects or deselects an item; with `range` also everything between it and the item toggled before. */
    toggle: (id: string, range: boolean) =>
      set(toggleSelection(items, present, id, range ? stored.last : null), id),
    all: () => set(selectAllOfKind(items, present, limits.bulkCases), null),
    clear: () => set(noSelection, null),
  };
}

export type Selection = ReturnType<typeof useSelection>;
