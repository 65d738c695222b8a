export { countAsActivity, presenceEvents, presenceLife } from './events.ts';
export { openPresence, type Presence } from './presence.ts';
