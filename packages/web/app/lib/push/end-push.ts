/**
 * Ends push notifications in this browser when nobody is signed in any more, because the next person at this browser must
 * not see them. `pushOwner` stays, so that the person gets them back by signing in again. The server deletes its copy of
 * the subscription with the session, or when the push service no longer knows it.
 */
export function endPushNotifications(): void {
  // Without the permission nothing is shown, and most people need not load the code.
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  import('./push.ts').then(({ unsubscribePush }) => unsubscribePush()).catch(() => undefined);
}
