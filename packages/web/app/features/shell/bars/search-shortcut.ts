/**
 * Whether a key event is the shortcut of the search field: Ctrl+K or ⌘K. A single character would be typed by mistake
 * by speech input (WCAG 2.2, 2.1.4).
 */
export function isSearchShortcut({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}
