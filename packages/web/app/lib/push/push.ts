import { api } from '../api/api.ts';
import { pushOwner } from './push-owner.ts';
import { registerWorker } from './service-worker.ts';

/**
 * Whether this browser receives push notifications:
 * - `unsupported`: the browser does not support them, or only for an installed page
 * - `denied`: the person denied the permission, which only the browser's own settings can change
 * - `off`: the permission was not granted yet, or push notifications are turned off
 * - `on`: the browser is subscribed for the signed-in person
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on';

const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function currentSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
}

export async function readPushState(uid: string): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported';
  if (Notification.permission === 'denied') return 'denied';
  if (Notification.permission !== 'granted' || !pushOwner.isFor(uid)) return 'off';
  return (await currentSubscription()) ? 'on' : 'off';
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/**
 * Returns a subscription made with the server's key, because push messages to a subscription with another key would
 * fail.
 */
async function getOrCreateSubscription(publicKey: string): Promise<PushSubscription> {
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const existingSubscription = await pushManager.getSubscription();
  const key = existingSubscription?.options.applicationServerKey;
  if (existingSubscription && key && base64url(key) === publicKey) return existingSubscription;
  await existingSubscription?.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
}

async function sendSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const { p256dh = '', auth = '' } = keys ?? {};
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth } };
  await api().notificationDelivery.subscribePush({ body });
}

async function subscribeToPush(): Promise<void> {
  const { publicKey } = await api().notificationDelivery.getPushKey();
  await sendSubscription(await getOrCreateSubscription(publicKey));
}

/** Asks for permission and subscribes this browser; `off` when the person dismisses the prompt. */
export async function turnPushOn(uid: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'denied' : 'off';
  await subscribeToPush();
  pushOwner.set(uid);
  return 'on';
}

/**
 * Ends push notifications in this browser. The server is told first, because the request needs the address of the
 * browser's subscription and could not be repeated without it.
 */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await currentSubscription();
  if (subscription) {
    await api().notificationDelivery.unsubscribePush({ body: { endpoint: subscription.endpoint } });
    await subscription.unsubscribe();
  }
  pushOwner.clear();
  return 'off';
}

/**
 * Restores push notifications for a person who turned them on in this browser: creates the browser's subscription again
 * if it was lost, and sends it to the server. Does nothing if the permission was withdrawn.
 */
export async function renewPush(uid: string): Promise<void> {
  if (!isPushSupported() || Notification.permission !== 'granted' || !pushOwner.isFor(uid)) return;
  await subscribeToPush();
}

/** Sends a test notification; if the server has lost the subscription, subscribes again first. */
export async function sendTestPush(): Promise<void> {
  const send = async () => {
    const subscription = await currentSubscription();
    await api().notificationDelivery.testPush({ body: { endpoint: subscription?.endpoint ?? '' } });
  };
  try {
    await send();
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'push_not_subscribed') throw error;
    await (await currentSubscription())?.unsubscribe();
    await subscribeToPush();
    await send();
  }
}
