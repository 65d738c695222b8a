/** Ends the browser's subscription without telling the server, and closes the notifications that the browser shows. */
async function endSubscription(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration('/');
  try {
    await (await registration?.pushManager?.getSubscription())?.unsubscribe();
  } finally {
    for (const shown of (await registration?.getNotifications()) ?? []) shown.close();
  }
}

/**
 * Ends push notifications in this browser when nobody is signed in any more, because the next person at this browser must
 * not see them. `pushOwner` stays, so that the person gets them back by signing in again. The server deletes its copy of
 * the subscription with the session, or when the push service no longer knows it.
 */
export function endPushNotifications(): void {
  // Without the permission nothing is shown.
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  endSubscription().catch(() => undefined);
}
