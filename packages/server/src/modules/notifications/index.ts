export { excerpt } from './excerpt.ts';
export { type NotificationFeed, notificationFeed } from './feed.ts';
export { heldNotifications } from './held-notifications.ts';
export { forgetMessageNotifications } from './mark-store.ts';
export { type OrderFact, type OrderTold, recordOrderFact } from './order-facts.ts';
export {
  type MessageTold,
  type MissedCall,
  recordFirstMessageNotification,
  recordMessageNotification,
  recordMissedCall,
} from './person-facts.ts';
export { tellOfPost } from './post-facts.ts';
export { readNotifications } from './read-notifications.ts';
export { forgetNotificationsOf, type NewNotification, recordNotification } from './record.ts';
export { type NotificationDeps, notificationHandlers } from './routes.ts';
export { type NotificationTasks, notificationSchedule, notificationTasks } from './sweep.ts';
