const KEY = 'guilda-avisos';

/** The person who turned on push notifications in this browser; cleared on signing out. */
export const pushMark = {
  isFor: (uid: string): boolean => localStorage.getItem(KEY) === uid,
  isSet: (): boolean => localStorage.getItem(KEY) !== null,
  set: (uid: string): void => localStorage.setItem(KEY, uid),
  clear: (): void => localStorage.removeItem(KEY),
};
