import type { OwnUser } from '@guilda/contract/users';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { storageKeys } from './storage.ts';

/**
 * The signed-in person as the browser keeps them. `ready` turns true once local storage
 * was read, so that nothing shown on the server contradicts the first paint in the browser.
 */
export interface SessionState {
  readonly user: OwnUser | null;
  readonly ready: boolean;
  /** The person is signing out to `/`, so guards do not redirect to sign-in. */
  readonly leaving: boolean;
  setUser(user: OwnUser | null): void;
}

type StoredSession = Pick<SessionState, 'user'>;

/** Without a signed-in person nothing is stored. */
const personStorage: PersistStorage<StoredSession> = {
  getItem: (name) => JSON.parse(localStorage.getItem(name) ?? 'null'),
  setItem: (name, value) => {
    if (value.state.user) localStorage.setItem(name, JSON.stringify(value));
    else localStorage.removeItem(name);
  },
  removeItem: (name) => localStorage.removeItem(name),
};

export const useSession = create<SessionState>()(
  persist<SessionState, [], [], StoredSession>(
    (set) => ({
      user: null,
      ready: false,
      leaving: false,
      setUser: (user) => set({ user }),
    }),
    {
      name: storageKeys.state,
      storage: personStorage,
      partialize: ({ user }) => ({ user }),
      // Read only in the browser, because the server renders the page for a visitor.
      skipHydration: true,
    },
  ),
);

const hasAccessToken = () => localStorage.getItem(storageKeys.accessToken) !== null;

/** Applies the session in local storage, written by this tab or another one. */
async function rehydrateSession(): Promise<void> {
  if (hasAccessToken()) await useSession.persist.rehydrate();
  else if (useSession.getState().user) useSession.setState({ user: null });
}

/**
 * Reads the stored person once the page is alive, then asks `loadMe` for the person as the server
 * knows them now. A device that has tokens but no stored person waits for that answer.
 */
export async function startSession(loadMe: () => Promise<OwnUser>): Promise<void> {
  const refreshed = async () => {
    const before = useSession.getState().user;
    const user = await loadMe().catch(() => null);
    // A change made meanwhile is newer than this answer.
    if (user && hasAccessToken() && useSession.getState().user === before)
      useSession.setState({ user });
  };
  try {
    await rehydrateSession();
    if (!hasAccessToken()) return;
    const asking = refreshed();
    if (!useSession.getState().user) await asking;
  } finally {
    useSession.setState({ ready: true });
  }
}

/** Follows changes of other tabs until the returned function is called. */
export function syncSessionAcrossTabs(): () => void {
  const listen = ({ key }: StorageEvent) => {
    if (key === null || key === storageKeys.state || key === storageKeys.accessToken)
      void rehydrateSession();
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

/**
 * Keeps the document's attributes in sync with the session: styles distinguish members from visitors by one, and by the
 * other hide the product from a suspended person until their own page is there.
 */
export function markSessionOnDocument(): () => void {
  const mark = ({ user, ready }: SessionState) => {
    if (!ready) return;
    const { dataset } = document.documentElement;
    if (user) dataset['session'] = 'in';
    else delete dataset['session'];
    if (user?.suspension) dataset['accountStatus'] = 'suspended';
    else delete dataset['accountStatus'];
  };
  mark(useSession.getState());
  return useSession.subscribe(mark);
}

/** All or some fields of a person from the server. */
type PersonUpdate = Pick<OwnUser, 'uid'> & Partial<OwnUser>;

/** Updates the session with the server's answer, if the same person is still signed in. */
export function storeUser(said: PersonUpdate): void {
  const { user, setUser } = useSession.getState();
  if (user?.uid === said.uid) setUser({ ...user, ...said });
}

/** Clears the session state and its stored copy. */
export function clearUser(): void {
  useSession.getState().setUser(null);
}
