import { useEffect, useRef } from 'react';

/** Focuses the element marked with `data-first`, or the sheet if there is none. */
export function focusFirst(sheet: EventTarget | null): void {
  if (!(sheet instanceof HTMLElement)) return;
  const first = sheet.querySelector<HTMLElement>('[data-first]');
  (first ?? sheet).focus({ preventScroll: true });
}

/** Sets the focus again when the call on the open sheet changes its stage. */
export function useFocusOnStageChange(stage: string, sheet: HTMLElement | null): void {
  const before = useRef(stage);
  useEffect(() => {
    if (before.current === stage) return;
    before.current = stage;
    focusFirst(sheet);
  }, [stage, sheet]);
}
