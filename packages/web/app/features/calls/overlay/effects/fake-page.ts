/** A fake page for tests that can be hidden and shown again. */
export function makeFakePage(title = 'Início · Guilda') {
  const listeners = new Set<() => void>();
  const page = {
    title,
    hidden: false,
    addEventListener: (_: string, listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: string, listener: () => void) => void listeners.delete(listener),
    hide(isHidden: boolean) {
      page.hidden = isHidden;
      for (const listener of [...listeners]) listener();
    },
    listeners,
  };
  return page;
}
