/** Id of the item whose title gets the focus once it has loaded. */
let awaited: string | null = null;

/** Gives the focus to a line of the queue. */
export function focusQueueLine(id: string): void {
  awaited = null;
  document.getElementById(`fila-${id}`)?.focus();
}

/** Id of the item whose line has the focus. */
export function focusedQueueLineId(): string | undefined {
  return /^fila-(.+)$/.exec(document.activeElement?.id ?? '')?.[1];
}

/** Focuses the title of an item, now or once it is rendered. */
export function focusItemTitle(id: string): void {
  const title = document.getElementById('item-title');
  const there = title?.dataset['item'] === id;
  awaited = there ? null : id;
  if (there) title?.focus();
}

/** Whether the title of this item, which has just been rendered, shall take the focus; true only once. */
export function takeAwaitedFocus(id: string): boolean {
  const waited = awaited === id;
  if (waited) awaited = null;
  return waited;
}

/** Whether the screen is wide enough to show the list beside the item. */
export function isWideScreen(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
