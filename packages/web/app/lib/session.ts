import type { OwnUser } from '@guilda/contract/users';
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { storageKeys } from './storage.ts';

/**
 * The signed-in person as the browser keeps them (`spec §3`). `ready` turns true once local storage
 * was read, so that nothing shown on the server contradicts the first paint in the browser.
 */
export interface SessionState {
  readonly user: OwnUser | null;
  readonly ready: boolean;
  setUser(user: OwnUser | null): void;
}

export const useSession = create<SessionState>()(
  persist(
    (set) => ({
      user: null,
      ready: false,
      setUser: (user) => set({ user }),
    }),
    {
      name: storageKeys.state,
      storage: createJSONStorage(() => localStorage),
      partialize: ({ user }) => ({ user }),
      // Reading waits for the browser: the page was rendered as a visitor sees it.
      skipHydration: true,
    },
  ),
);

/** Reads the stored person once the page is alive, and follows what other tabs do. */
export async function startSession(): Promise<void> {
  await useSession.persist.rehydrate();
  const tokens = localStorage.getItem(storageKeys.accessToken);
  if (!tokens && useSession.getState().user) useSession.setState({ user: null });
  useSession.setState({ ready: true });
  window.addEventListener('storage', (event) => {
    if (event.key === null || event.key === storageKeys.state) void useSession.persist.rehydrate();
    if (event.key === storageKeys.accessToken && event.newValue === null) {
      useSession.setState({ user: null });
    }
  });
}

/** Nobody is signed in any more: the state and its stored copy go. */
export function forgetPerson(): void {
  useSession.getState().setUser(null);
  useSession.persist.clearStorage();
}
