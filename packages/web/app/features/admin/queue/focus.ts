/** Gives the focus to a line of the queue. */
export function focusLine(id: string): void {
  document.getElementById(`fila-${id}`)?.focus();
}

/** Gives the focus to the title of what is open, once it is there. */
export function focusPane(): void {
  document.getElementById('mod-titulo')?.focus();
}

/** Whether list and item stand side by side. */
export function isWide(): boolean {
  return window.matchMedia('(min-width: 64rem)').matches;
}
