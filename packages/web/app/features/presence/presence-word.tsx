import type { Presence as Status } from '@guilda/contract/users';
import { presenceText } from '../../ui/display/avatar.tsx';
import { PresenceBadge } from '../../ui/display/presence.tsx';
import { usePresence } from './use-presence.ts';

interface PersonProps {
  person: { readonly uid: string; readonly status: Status };
}

/** A person's live presence as a mark with its word. */
export function PresenceLine({ person }: PersonProps) {
  return <PresenceBadge status={usePresence(person.uid, person.status)} />;
}

/** The word alone, for who cannot see the mark beside it. */
export function PresenceSpoken({ person }: PersonProps) {
  return <span className="srOnly">{presenceText[usePresence(person.uid, person.status)]}</span>;
}

/** "Online agora" while the person is online; nothing otherwise. */
export function OnlineNow({ person }: PersonProps) {
  const status = usePresence(person.uid, person.status);
  return status === 'online' ? <PresenceBadge status="online" text="Online agora" /> : null;
}
