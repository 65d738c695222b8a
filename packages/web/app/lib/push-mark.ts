const KEY = 'guilda-avisos';

/** For whom notices were turned on in this browser; it goes with everything else on signing out. */
export const pushMark = {
  isFor: (uid: string): boolean => localStorage.getItem(KEY) === uid,
  isSet: (): boolean => localStorage.getItem(KEY) !== null,
  set: (uid: string): void => localStorage.setItem(KEY, uid),
  clear: (): void => localStorage.removeItem(KEY),
};
