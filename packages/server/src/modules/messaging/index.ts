export {
  countUnreadConversations,
  deleteMessagingDataOf,
  ensureConversation,
} from './conversations/conversation-store.ts';
export { conversationsDataExport, messagesDataExport } from './data-export.ts';
export { createDevicePositions, type DevicePositions } from './inbox/device-positions.ts';
export { type Messaging, openMessaging } from './messaging.ts';
