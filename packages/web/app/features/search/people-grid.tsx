import type { PublicUser } from '@guilda/contract/users';
import { Link } from 'react-router';
import { Rating } from '../../ui/stars.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList, ChatIcon } from '../users/index.ts';

/** A person among those found. */
function PersonCard({ user }: { user: PublicUser }) {
  const name = user.displayName || user.username;
  return (
    <li className="painel liso row">
      <Link className="row cresce" to={`/user/${user.username}`}>
        <PersonAvatar person={user} size="lg" />
        <span className="cresce">
          <span className="b row g2">
            <span className="trunca" dir="auto">
              {name}
            </span>
            <BadgeList badges={user.badges} inLink />
            <Rating className="fim" value={user.rating} />
          </span>
          <span className="t-sm mute trunca pessoa-f" dir="auto">
            {user.effectPhrase || `@${user.username}`}
          </span>
        </span>
      </Link>
      <ChatIcon uid={user.uid} name={name} />
    </li>
  );
}

/** People found, side by side. */
export function PeopleGrid({ users }: { users: readonly PublicUser[] }) {
  return (
    <ul className="pessoas">
      {users.map((user) => (
        <PersonCard key={user.uid} user={user} />
      ))}
    </ul>
  );
}
