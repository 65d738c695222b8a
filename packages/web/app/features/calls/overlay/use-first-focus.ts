import { useEffect, useRef } from 'react';

/** Gives the focus to what a sheet has marked for it, else to the sheet. */
export function focusFirst(sheet: EventTarget | null): void {
  if (!(sheet instanceof HTMLElement)) return;
  const first = sheet.querySelector<HTMLElement>('[data-first]');
  (first ?? sheet).focus({ preventScroll: true });
}

/** Gives it anew when the call on an open sheet has come further. */
export function useFirstFocus(stage: string, sheet: HTMLElement | null): void {
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    focusFirst(sheet);
  }, [stage, sheet]);
}
