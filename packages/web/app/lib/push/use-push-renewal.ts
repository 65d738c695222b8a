import { useEffect } from 'react';
import { useSession } from '../session/session.ts';
import { browserTokenStore } from '../session/storage.ts';
import { endPushNotifications } from './end-push.ts';
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

/** Whether the stored session is of the person who turned on push notifications in this browser. */
function isOwnerSignedIn(): boolean {
  const uid = browserTokenStore(localStorage).read()?.uid;
  return uid !== undefined && pushOwner.isFor(uid);
}

/**
 * Renews the push subscription once per visit, for a person who turned on push notifications in this browser. For
 * everybody else a subscription that is left is ended, because the page may have been closed while it ended.
 */
export function usePushRenewal(): void {
  const ready = useSession((session) => session.ready);
  const uid = useSession(({ user }) => (user?.suspension ? undefined : user?.uid));
  useEffect(() => {
    if (!ready) return;
    if (!isOwnerSignedIn()) return endPushNotifications();
    if (uid === undefined) return;
    void renewSubscription(uid);
    const onWorkerMessage = ({ data }: MessageEvent) => {
      if (data === 'push-renewed') void renewSubscription(uid);
    };
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
  }, [ready, uid]);
}
