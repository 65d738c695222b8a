import type { Presence as PresenceStatus } from '@guilda/contract/accounts/users';
import { presenceTexts } from '../../ui/display/avatar.tsx';
import { PresenceBadge } from '../../ui/display/presence.tsx';
import { usePresence } from './use-presence.ts';

interface PresenceProps {
  person: { readonly uid: string; readonly status: PresenceStatus };
}

/** A person's presence as a coloured mark with a word, updated by realtime events. */
export function LivePresenceBadge({ person }: PresenceProps) {
  return <PresenceBadge status={usePresence(person.uid, person.status)} />;
}

/** A person's presence as text for screen readers only. */
export function PresenceForScreenReaders({ person }: PresenceProps) {
  return <span className="srOnly">{presenceTexts[usePresence(person.uid, person.status)]}</span>;
}

/** "Online agora" while the person is online; otherwise nothing. */
export function OnlineNowBadge({ person }: PresenceProps) {
  const status = usePresence(person.uid, person.status);
  return status === 'online' ? <PresenceBadge status="online" text="Online agora" /> : null;
}
