// A leaf: every page that shows a person uses it, so nothing here may import another feature.
export { PersonAvatar } from './person-avatar.tsx';
export { OnlineNow, PresenceLine, PresenceSpoken } from './presence-word.tsx';
export { useOwnPresence, usePresence } from './use-presence.ts';
