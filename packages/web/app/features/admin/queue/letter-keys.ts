const LETTER_KEYS_KEY = 'guilda-queue-keys';
const OFF_VALUE = 'off';

/** Whether the queue takes commands by single characters on this device; they are on unless switched off. */
export function readLetterKeys(): boolean {
  try {
    return localStorage.getItem(LETTER_KEYS_KEY) !== OFF_VALUE;
  } catch {
    return true;
  }
}

/** Stores whether the queue takes commands by single characters, which speech input types by mistake. */
export function storeLetterKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(LETTER_KEYS_KEY);
    else localStorage.setItem(LETTER_KEYS_KEY, OFF_VALUE);
  } catch {
    // Without storage the choice ends with the page.
  }
}
