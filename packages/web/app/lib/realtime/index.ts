export { browserRealtime } from './browser-realtime.ts';
