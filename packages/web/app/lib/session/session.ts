import type { OwnUser } from '@guilda/contract/accounts/users';
import { create } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { storageKeys } from './storage.ts';

/**
 * The signed-in person as stored in the browser. `ready` becomes true when local storage was read, which happens after
 * hydration, so that the browser's first render equals the server's.
 */
export interface SessionState {
  readonly user: OwnUser | null;
  readonly ready: boolean;
  /** Whether the person is signing out, which leads to `/`; guards then do not redirect to the login page. */
  readonly signingOut: boolean;
  setUser(user: OwnUser | null): void;
}

type StoredSession = Pick<SessionState, 'user'>;

/** Storage of the session in local storage; without a signed-in person the entry is removed. */
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
      signingOut: false,
      setUser: (user) => set({ user }),
    }),
    {
      name: storageKeys.state,
      storage: personStorage,
      partialize: ({ user }) => ({ user }),
      // Local storage is read later and only in the browser, because the server renders the page as for a visitor.
      skipHydration: true,
    },
  ),
);

const hasAccessToken = () => localStorage.getItem(storageKeys.accessToken) !== null;

/** Applies the session stored in local storage by this tab or another one. */
async function rehydrateSession(): Promise<void> {
  if (hasAccessToken()) await useSession.persist.rehydrate();
  else if (useSession.getState().user) useSession.setState({ user: null });
}

/**
 * Loads the signed-in person with `loadMe` and stores the answer, unless the session has changed during the request: the
 * change is then newer than the answer. Rejects when the request fails.
 */
export async function reloadUser(loadMe: () => Promise<OwnUser>): Promise<void> {
  const userBefore = useSession.getState().user;
  const user = await loadMe();
  if (hasAccessToken() && useSession.getState().user === userBefore) useSession.setState({ user });
}

/**
 * Reads the stored person after hydration, then loads the person's current data with `loadMe`. A device with tokens but
 * without a stored person is not `ready` until the answer arrives.
 */
export async function startSession(loadMe: () => Promise<OwnUser>): Promise<void> {
  try {
    await rehydrateSession();
    if (!hasAccessToken()) return;
    const refresh = reloadUser(loadMe).catch(() => undefined);
    if (!useSession.getState().user) await refresh;
  } finally {
    useSession.setState({ ready: true });
  }
}

/**
 * Applies changes of the session in other tabs until the returned function is called. Also applies changes that this
 * page missed while the browser kept it frozen for Back and Forward.
 */
export function syncSessionAcrossTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // Only signing out clears local storage, and what this tab keeps about the person must not outlast it either.
    if (key === null) sessionStorage.clear();
    if (key === null || key === storageKeys.state || key === storageKeys.accessToken)
      void rehydrateSession();
  };
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) void rehydrateSession();
  };
  window.addEventListener('storage', onStorage);
  window.addEventListener('pageshow', onPageShow);
  return () => {
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onPageShow);
  };
}

/**
 * Keeps attributes of the document in sync with the session. By one attribute, CSS distinguishes signed-in people from
 * visitors; by another, it hides every page from a suspended person until the page about the suspension is rendered.
 */
export function markSessionOnDocument(): () => void {
  const setAttributes = ({ user, ready }: SessionState) => {
    if (!ready) return;
    const { dataset } = document.documentElement;
    if (user) dataset['session'] = 'in';
    else delete dataset['session'];
    if (user?.suspension) dataset['accountStatus'] = 'suspended';
    else delete dataset['accountStatus'];
  };
  setAttributes(useSession.getState());
  return useSession.subscribe(setAttributes);
}

/** All or some fields of a person as the server sent them. */
type PersonUpdate = Pick<OwnUser, 'uid'> & Partial<OwnUser>;

/** Stores the server's data about a person in the session, if the same person is still signed in. */
export function storeUser(personUpdate: PersonUpdate): void {
  const { user, setUser } = useSession.getState();
  if (user?.uid === personUpdate.uid) setUser({ ...user, ...personUpdate });
}

/** Clears the session state and its stored copy. */
export function clearUser(): void {
  useSession.getState().setUser(null);
}
