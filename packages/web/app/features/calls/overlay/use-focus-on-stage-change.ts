import { useEffect, useRef } from 'react';

/** Focuses the element marked with `data-first`, or the sheet if there is none. */
export function focusFirst(sheet: EventTarget | null): void {
  if (!(sheet instanceof HTMLElement)) return;
  const firstElement = sheet.querySelector<HTMLElement>('[data-first]');
  (firstElement ?? sheet).focus({ preventScroll: true });
}

/** Sets the focus again when the call on the open sheet changes its stage. */
export function useFocusOnStageChange(stage: string, sheet: HTMLElement | null): void {
  const stageBefore = useRef(stage);
  useEffect(() => {
    if (stageBefore.current === stage) return;
    stageBefore.current = stage;
    focusFirst(sheet);
  }, [stage, sheet]);
}
