export { type OrderFact, type OrderTold, recordOrderFact } from './order-facts.ts';
export { forgetNotificationsOf, type NewNotification, recordNotification } from './record.ts';
export { type NotificationDeps, notificationEvents, notificationHandlers } from './routes.ts';
