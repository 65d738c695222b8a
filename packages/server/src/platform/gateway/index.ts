export type {
  Audience,
  Broadcast,
  Connection,
  ConnectionLife,
  EventHandler,
  EventHandlers,
  Told,
} from './connection.ts';
export { createGateway, type Gateway } from './gateway.ts';
