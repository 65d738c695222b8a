import { useEffect } from 'react';
import { pushMark } from './push-mark.ts';
import { useSession } from './session.ts';

/** What fails here is tried again at the next visit. */
async function heal(uid: string): Promise<void> {
  try {
    const { healPush } = await import('./push.ts');
    await healPush(uid);
  } catch {
    // The settings tell of it to whoever looks.
  }
}

/** Keeps notices reaching this browser, for a person who turned them on here: with each visit. */
export function usePushHealing(): void {
  const uid = useSession(({ user, ready }) => (ready && !user?.suspension ? user?.uid : undefined));
  useEffect(() => {
    if (uid === undefined || !pushMark.isFor(uid)) return;
    void heal(uid);
    const renewed = ({ data }: MessageEvent) => {
      if (data === 'push-renewed') void heal(uid);
    };
    navigator.serviceWorker?.addEventListener('message', renewed);
    return () => navigator.serviceWorker?.removeEventListener('message', renewed);
  }, [uid]);
}
