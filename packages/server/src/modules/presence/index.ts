export { countAsActivity } from './events.ts';
export { openPresence, type Presence } from './presence.ts';
