const STORAGE_KEY = 'guilda-queue-keys';
const OFF_VALUE = 'off';

/** Whether the queue takes commands by single characters on this device; they are on unless switched off. */
export function readLetterKeys(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== OFF_VALUE;
  } catch {
    return true;
  }
}

/** Stores whether the queue takes commands by single characters, which speech input types by mistake. */
export function storeLetterKeys(isEnabled: boolean): void {
  try {
    if (isEnabled) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, OFF_VALUE);
  } catch {
    // Storage is unavailable: the choice is lost when the page is closed.
  }
}
