import type { Presence } from '@guilda/contract/accounts/users';
import { Avatar } from '../../ui/display/avatar.tsx';
import { usePresence } from './use-presence.ts';

interface PersonAvatarProps {
  person: {
    readonly uid: string;
    readonly photoURL: string | null;
    /** Presence as the API answered; undefined where the answer contains none. */
    readonly status?: Presence | undefined;
  };
  size?: 'xs' | 'sm' | 'md' | 'lg' | 'xl' | undefined;
  alt?: string | undefined;
  loading?: 'lazy' | 'eager' | undefined;
}

/** A person's picture with their live presence. */
export function PersonAvatar({ person, ...rest }: PersonAvatarProps) {
  const status = usePresence(person.uid, person.status);
  return <Avatar {...rest} src={person.photoURL} presence={status} />;
}
