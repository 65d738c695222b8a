export { realtime } from './browser-realtime.ts';
export {
  type ClientSends,
  type Realtime,
  type RealtimeState,
  type SendableEvent,
  UnansweredError,
} from './realtime.ts';
