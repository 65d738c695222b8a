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

/** Gives the focus to the title of an item, now or once it is there. */
export function focusItemTitle(id: string): void {
  const title = document.getElementById('item-title');
  const there = title?.dataset['item'] === id;
  awaited = there ? null : id;
  if (there) title?.focus();
}

/** Whether the title of that item, which has just come, is waited for; asked once. */
export function takeAwaitedFocus(id: string): boolean {
  const waited = awaited === id;
  if (waited) awaited = null;
  return waited;
}

/** Whether list and item stand side by side. */
export function isWideScreen(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
