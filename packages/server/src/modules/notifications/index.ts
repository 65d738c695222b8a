export { deliverySettingsDataExport } from './delivery/data-export.ts';
export { deleteDeliveryDataOf } from './delivery/delete-delivery-data.ts';
export { remindOfUnreadMessages } from './delivery/mail/mail-missed-messages.ts';
export { createUnsubscribeLinks } from './delivery/mail/unsubscribe-links.ts';
export { notificationsDataExport } from './inbox/data-export.ts';
export { debtPaidText, type ReleasedMoney } from './inbox/debt-text.ts';
export { excerptOf } from './inbox/excerpt.ts';
export { createNotificationFeed } from './inbox/feed.ts';
export {
  recordMessageNotification,
  recordMissedCall,
} from './inbox/message-notifications.ts';
export {
  deleteNotificationsOf,
  recordNotification,
} from './inbox/notification-store.ts';
export {
  type NotifiedOrder,
  notifyOrderEvent,
  type OrderEvent,
  orderGreeting,
} from './inbox/order-notifications.ts';
export { notifyPostAuthorCtes } from './inbox/post-notification-queries.ts';
export { markMessageNotificationsRead } from './inbox/read-state-store.ts';
