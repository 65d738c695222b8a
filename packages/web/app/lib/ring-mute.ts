import { useSyncExternalStore } from 'react';

const RINGTONE_KEY = 'guilda-toque';
const MUTED_VALUE = 'mudo';

const muteListeners = new Set<() => void>();
/** Whether the ringtone is muted on this page, while the browser's storage is unavailable; null while storage works. */
let mutedWithoutStorage: boolean | null = null;

function isRingMuted(): boolean {
  if (mutedWithoutStorage !== null) return mutedWithoutStorage;
  try {
    return localStorage.getItem(RINGTONE_KEY) === MUTED_VALUE;
  } catch {
    return false;
  }
}

/** Mutes or unmutes the ringtone on this device. The choice applies to all tabs and is removed by signing out. */
export function setRingMuted(isMuted: boolean): void {
  try {
    if (isMuted) localStorage.setItem(RINGTONE_KEY, MUTED_VALUE);
    else localStorage.removeItem(RINGTONE_KEY);
    mutedWithoutStorage = null;
  } catch {
    mutedWithoutStorage = isMuted;
  }
  for (const listener of muteListeners) listener();
}

function subscribeToRingMuted(listener: () => void): () => void {
  const onOtherTabsChoice = (event: StorageEvent) => {
    if (event.key === RINGTONE_KEY || event.key === null) listener();
  };
  muteListeners.add(listener);
  window.addEventListener('storage', onOtherTabsChoice);
  return () => {
    muteListeners.delete(listener);
    window.removeEventListener('storage', onOtherTabsChoice);
  };
}

/** Whether the ringtone is muted on this device; false on the server. */
export function useRingMuted(): boolean {
  return useSyncExternalStore(subscribeToRingMuted, isRingMuted, () => false);
}
