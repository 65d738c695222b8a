// Many features import this one, so that of all features it may import only `users`.

export { LivePresenceBadge, OnlineNowBadge, PresenceForScreenReaders } from './live-presence.tsx';
export { OnlinePeople } from './online-people.tsx';
export { PersonAvatar } from './person-avatar.tsx';
export { useOwnPresence, usePresence } from './use-presence.ts';
