/** Closes the push notification about a person's messages in this browser, because the conversation was read. */
export async function closeMessagePush(senderUid: string): Promise<void> {
  try {
    const registration = await navigator.serviceWorker?.getRegistration('/');
    const shownPushes = await registration?.getNotifications({ tag: `messages:${senderUid}` });
    for (const shown of shownPushes ?? []) shown.close();
  } catch {
    // The browser allows no worker or does not list notifications; the push stays until it is opened.
  }
}
