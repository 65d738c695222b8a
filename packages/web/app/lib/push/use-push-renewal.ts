import { useEffect } from 'react';
import { useSession } from '../session/session.ts';
import { pushOwner } from './push-owner.ts';

/** Renews the push subscription; after a failure the next visit tries again. */
async function renewSubscription(uid: string): Promise<void> {
  try {
    const { renewPush } = await import('./push.ts');
    await renewPush(uid);
  } catch {
    // A failure is ignored here, because the settings page shows that push notifications are off.
  }
}

/** Renews the push subscription once per visit, for a person who turned on push notifications in this browser. */
export function usePushRenewal(): void {
  const uid = useSession(({ user, ready }) => (ready && !user?.suspension ? user?.uid : undefined));
  useEffect(() => {
    if (uid === undefined || !pushOwner.isFor(uid)) return;
    void renewSubscription(uid);
    const onWorkerMessage = ({ data }: MessageEvent) => {
      if (data === 'push-renewed') void renewSubscription(uid);
    };
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  }, [uid]);
}
