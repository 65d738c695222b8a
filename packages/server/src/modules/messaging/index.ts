export { messagingEvents, messagingLife, nameConnection } from './events.ts';
export { type MessagingDeps, messagingHandlers } from './routes.ts';
