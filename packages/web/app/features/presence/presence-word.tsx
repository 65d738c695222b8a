import type { Presence as Status } from '@guilda/contract/users';
import { presenceText } from '../../ui/avatar.tsx';
import { Presence } from '../../ui/presence.tsx';
import { usePresence } from './use-presence.ts';

interface PersonProps {
  person: { readonly uid: string; readonly status: Status };
}

/** Whether a person is there, as a mark with its word, kept current. */
export function PresenceLine({ person }: PersonProps) {
  return <Presence status={usePresence(person.uid, person.status)} />;
}

/** The word alone, for who cannot see the mark beside it. */
export function PresenceSpoken({ person }: PersonProps) {
  return <span className="sr">{presenceText[usePresence(person.uid, person.status)]}</span>;
}

/** "Online agora" where somebody is waited for; nothing while they are not there. */
export function OnlineNow({ person }: PersonProps) {
  const status = usePresence(person.uid, person.status);
  return status === 'online' ? <Presence status="online" text="Online agora" /> : null;
}
