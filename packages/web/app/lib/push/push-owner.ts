const PUSH_UID_KEY = 'guilda-avisos';

/**
 * Uid of the person who turned on push notifications in this browser; removed by signing out, kept when the session ends
 * otherwise.
 */
export const pushOwner = {
  isFor: (uid: string): boolean => localStorage.getItem(PUSH_UID_KEY) === uid,
  set: (uid: string): void => localStorage.setItem(PUSH_UID_KEY, uid),
  clear: (): void => localStorage.removeItem(PUSH_UID_KEY),
};
