import { limits } from '@guilda/contract/limits';

/** The part of `document` that reports whether the page is visible. */
export interface PageVisibility {
  readonly hidden: boolean;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
  removeEventListener(type: 'visibilitychange', listener: () => void): void;
}

/** Calls that were accepted longer ago than this, in ms, are not celebrated any more. */
const MAX_CELEBRATION_DELAY_MS = 20_000;

/**
 * Starts a celebration of three seconds as soon as the tab is visible, because joining the room may open a tab over
 * this one. `acceptedAt` is when the call was accepted, in ms of this device's clock. The returned function ends the
 * celebration early.
 */
export function showCelebration(
  page: PageVisibility,
  acceptedAt: number,
  setShown: (isOn: boolean) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    page.removeEventListener('visibilitychange', followVisibility);
    setShown(false);
  };
  const followVisibility = () => {
    clearTimeout(timer);
    if (Date.now() - acceptedAt > MAX_CELEBRATION_DELAY_MS) return end();
    setShown(!page.hidden);
    if (!page.hidden) timer = setTimeout(end, limits.confettiMs);
  };
  page.addEventListener('visibilitychange', followVisibility);
  followVisibility();
  return end;
}
