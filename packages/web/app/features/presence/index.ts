// Many features import `presence`. To avoid circular imports, it may itself import only the feature `users`.

export { LivePresenceBadge, OnlineNowBadge, PresenceForScreenReaders } from './live-presence.tsx';
export { OnlinePeople } from './online-people.tsx';
export { PersonAvatar } from './person-avatar.tsx';
export { useOwnPresence, usePresence } from './use-presence.ts';
