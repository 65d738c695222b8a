export { publicKeyOf, vapidKeysFrom } from './vapid-keys.ts';
export { createWebPushSender } from './web-push-sender.ts';
