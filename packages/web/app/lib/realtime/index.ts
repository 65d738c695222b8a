export { realtime } from './browser-realtime.ts';
