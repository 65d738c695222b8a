export type {
  Audience,
  Broadcast,
  ConnectionLifecycle,
  EventHandler,
  EventHandlers,
  GatewaySocket,
  ResumeState,
} from './connection.ts';
export { processOfSession } from './connections/session-ids.ts';
export { createGateway, type Gateway } from './gateway.ts';
