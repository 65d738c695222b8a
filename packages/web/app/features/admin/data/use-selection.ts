import type { QueueItem } from '@guilda/contract/desk';
import { limits } from '@guilda/contract/limits';
import { useState } from 'react';
import type { QueueAddress } from '../model/desk-address.ts';
import { kindSelected, select, selectAll } from '../model/queue-order.ts';

const none: ReadonlySet<string> = new Set();

/** The cases chosen to be decided alike; another filter starts anew, what leaves the list drops out. */
export function useSelection(items: readonly QueueItem[], { state, kind }: QueueAddress) {
  const of = `${state} ${kind}`;
  const [held, setHeld] = useState({ of, ids: none, last: null as string | null });
  const ids = held.of === of ? held.ids : none;
  const chosen = items.filter(({ id, state: at }) => ids.has(id) && at === 'open');
  const present = new Set(chosen.map(({ id }) => id));
  const set = (next: ReadonlySet<string>, last: string | null) =>
    setHeld({ of, ids: new Set([...next].slice(0, limits.bulkCases)), last });
  return {
    chosen,
    kind: kindSelected(items, present),
    has: (id: string) => present.has(id),
    /** `range` takes in everything since the last one pressed. */
    toggle: (id: string, range: boolean) =>
      set(select(items, present, id, range ? held.last : null), id),
    all: () => set(selectAll(items, present, limits.bulkCases), null),
    clear: () => set(none, null),
  };
}

export type Selection = ReturnType<typeof useSelection>;
