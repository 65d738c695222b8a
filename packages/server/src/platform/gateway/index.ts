export type {
  Audience,
  Broadcast,
  ConnectionLifecycle,
  EventHandler,
  EventHandlers,
  GatewaySocket as Connection,
  ResumeState,
} from './connection.ts';
export { processOfSession } from './connections/session-ids.ts';
export { createGateway, type Gateway } from './gateway.ts';
