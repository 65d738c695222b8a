export {
  countUnreadConversations,
  ensureConversation,
  forgetMessagingOf,
} from './conversation-store.ts';
export { type DevicePositions, devicePositions } from './device-positions.ts';
export { type HeldConversation, heldConversations, heldMessages } from './held-conversations.ts';
export { type Messaging, openMessaging } from './messaging.ts';
export { messagingTasks } from './notify/tell-unread.ts';
export { messagingHandlers } from './routes.ts';
export type { MessagingTasks } from './tasks.ts';
