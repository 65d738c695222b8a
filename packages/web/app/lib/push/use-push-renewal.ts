import { useEffect } from 'react';
import { useSession } from '../session/session.ts';
import { pushOwner } from './push-owner.ts';

/** Renews the push subscription; a failure is retried at the next visit. */
async function renewSubscription(uid: string): Promise<void> {
  try {
    const { renewPush } = await import('./push.ts');
    await renewPush(uid);
  } catch {
    // The settings page shows that push is off.
  }
}

/** Renews the push subscription on each visit, for a person who turned push on in this browser. */
export function usePushRenewal(): void {
  const uid = useSession(({ user, ready }) => (ready && !user?.suspension ? user?.uid : undefined));
  useEffect(() => {
    if (uid === undefined || !pushOwner.isFor(uid)) return;
    void renewSubscription(uid);
    const renewed = ({ data }: MessageEvent) => {
      if (data === 'push-renewed') void renewSubscription(uid);
    };
    navigator.serviceWorker?.addEventListener('message', renewed);
    return () => navigator.serviceWorker?.removeEventListener('message', renewed);
  }, [uid]);
}
