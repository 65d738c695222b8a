import { isMoneyItem } from '../model/admin-address.ts';

interface OrderedItem {
  readonly id: string;
  readonly kind: string;
}

/**
 * The item `step` positions after the item with `id`. The first item if `id` is undefined or not in the list; undefined
 * beyond either end of the list.
 */
export function itemAfterSteps<T extends OrderedItem>(
  items: readonly T[],
  id: string | undefined,
  step: number,
): T | undefined {
  const index = items.findIndex((item) => item.id === id);
  return index === -1 ? items[0] : items[index + step];
}

/** The item to open after a decision: the next one, or the previous one at the end of the list. */
export function itemAfterDecision<T extends OrderedItem>(
  items: readonly T[],
  id: string,
): T | undefined {
  const index = items.findIndex((item) => item.id === id);
  if (index === -1) return items[0];
  return items[index + 1] ?? items[index - 1];
}

/** Whether an item can be part of a bulk decision: only open cases can, not items about money. */
export function isSelectable(item: OrderedItem & { readonly state: string }): boolean {
  return item.state === 'open' && !isMoneyItem(item.kind);
}

type SelectableItem = OrderedItem & { readonly state: string };

/** The kind of the selected items, which all have the same kind; null when none is selected. */
export function selectedKind(
  items: readonly OrderedItem[],
  selected: ReadonlySet<string>,
): string | null {
  return items.find(({ id }) => selected.has(id))?.kind ?? null;
}

/**
 * The selection after the item `id` was toggled. With `rangeStartId` (Shift pressed), all items of the same kind from
 * `rangeStartId` to `id` are added. An item that cannot be selected together with the selected ones changes nothing.
 */
export function toggleSelection(
  items: readonly SelectableItem[],
  selected: ReadonlySet<string>,
  id: string,
  rangeStartId: string | null,
): ReadonlySet<string> {
  const pressedItem = items.find((item) => item.id === id);
  const kind = selectedKind(items, selected);
  if (!pressedItem || !isSelectable(pressedItem) || (kind !== null && kind !== pressedItem.kind))
    return selected;
  const nextIds = new Set(selected);
  const start = rangeStartId === null ? -1 : items.findIndex((item) => item.id === rangeStartId);
  if (start === -1) {
    if (!nextIds.delete(id)) nextIds.add(id);
    return nextIds;
  }
  const end = items.indexOf(pressedItem);
  for (const each of items.slice(Math.min(start, end), Math.max(start, end) + 1)) {
    if (isSelectable(each) && each.kind === pressedItem.kind) nextIds.add(each.id);
  }
  return nextIds;
}

/**
 * Selects all loaded items of the selected kind or, without a selection, of the first selectable item's kind; at most
 * `maxCount` items.
 */
export function selectAllOfKind(
  items: readonly SelectableItem[],
  selected: ReadonlySet<string>,
  maxCount: number,
): ReadonlySet<string> {
  const selectableItems = items.filter(isSelectable);
  const kind = selectedKind(items, selected) ?? selectableItems[0]?.kind;
  const ids = selectableItems.filter((item) => item.kind === kind).map(({ id }) => id);
  return new Set(ids.slice(0, maxCount));
}
