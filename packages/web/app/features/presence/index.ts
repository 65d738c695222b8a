// Nearly a leaf: every page that shows a person uses it, so of features it may import users alone.

export { LivePresenceBadge, OnlineNowBadge, PresenceForScreenReaders } from './live-presence.tsx';
export { OnlinePeople } from './online-people.tsx';
export { PersonAvatar } from './person-avatar.tsx';
export { useOwnPresence, usePresence } from './use-presence.ts';
