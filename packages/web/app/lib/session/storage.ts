/** Keys of local storage. Renaming a key signs out everyone. */
export const storageKeys = {
  accessToken: 'accessToken',
  refreshToken: 'refreshToken',
  uid: 'uid',
  /** Key of the stored session state: the signed-in person. */
  state: 'guilda-state',
} as const;

/** Name of the IndexedDB database with messages that wait to be sent. */
export const OUTBOX_DATABASE = 'guilda-outbox';

/** The tokens of a signed-in device. */
export interface StoredTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly uid: string;
}

/** Storage of the tokens: local storage in the browser, a plain object in tests. */
export interface TokenStore {
  read(): StoredTokens | null;
  write(tokens: StoredTokens): void;
  /** Removes access token, refresh token, uid and session state. */
  clear(): void;
}

/** Tokens in local storage; read each time, because other tabs change them too. */
export function browserTokenStore(storage: Storage): TokenStore {
  return {
    read: () => {
      const accessToken = storage.getItem(storageKeys.accessToken);
      const refreshToken = storage.getItem(storageKeys.refreshToken);
      const uid = storage.getItem(storageKeys.uid);
      return accessToken && refreshToken && uid ? { accessToken, refreshToken, uid } : null;
    },
    write: (tokens) => {
      storage.setItem(storageKeys.accessToken, tokens.accessToken);
      storage.setItem(storageKeys.refreshToken, tokens.refreshToken);
      storage.setItem(storageKeys.uid, tokens.uid);
    },
    clear: () => {
      for (const key of Object.values(storageKeys)) storage.removeItem(key);
    },
  };
}
