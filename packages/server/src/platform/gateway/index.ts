export type {
  Audience,
  Broadcast,
  Connection,
  ConnectionLifecycle,
  EventHandler,
  EventHandlers,
  ResumeState,
} from './connection.ts';
export { createGateway, type Gateway } from './gateway.ts';
