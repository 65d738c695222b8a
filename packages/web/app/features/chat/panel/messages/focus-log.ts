/**
 * Focuses the log around an element, for a pressed button in the log that disappears and whose result appears in the
 * log.
 */
export function focusLogAround(element: Element): void {
  element.closest<HTMLElement>('[role="log"]')?.focus();
}
