export { derivePublicKey, deriveVapidKeys } from './vapid-keys.ts';
export { createWebPushSender } from './web-push-sender.ts';
