/** Id of the queue item whose title takes the focus as soon as it is rendered; null for none. */
let awaitedItemId: string | null = null;

/** Focuses the row of an item in the list. */
export function focusQueueItem(itemId: string): void {
  awaitedItemId = null;
  document.getElementById(`fila-${itemId}`)?.focus();
}

/** Id of the item whose row in the list has the focus. */
export function focusedQueueItemId(): string | undefined {
  return /^fila-(.+)$/.exec(document.activeElement?.id ?? '')?.[1];
}

/** Focuses the title of an item now, or otherwise as soon as the title is rendered. */
export function focusItemTitle(itemId: string): void {
  const title = document.getElementById('item-title');
  const isRendered = title?.dataset['item'] === itemId;
  awaitedItemId = isRendered ? null : itemId;
  if (isRendered) title?.focus();
}

/** Whether the title of this item, which was just rendered, should take the focus; true only at the first call. */
export function takeAwaitedFocus(itemId: string): boolean {
  const isAwaited = awaitedItemId === itemId;
  if (isAwaited) awaitedItemId = null;
  return isAwaited;
}

/** Whether the screen is wide enough to show the list and the open item side by side. */
export function isWideScreen(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
