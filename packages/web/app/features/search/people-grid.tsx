import type { PublicUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import { Link } from 'react-router';
import { Rating } from '../../ui/display/stars.tsx';
import { PersonAvatar } from '../presence/index.ts';
import { BadgeList, StartChatIconButton } from '../users/index.ts';
import * as styles from './search.module.css';

/** Card of a person in search results. */
function PersonResultCard({ user }: { user: PublicUser }) {
  const name = user.displayName || user.username;
  return (
    <li className="panel plain row">
      <Link className="row grow" to={`/user/${user.username}`}>
        <PersonAvatar person={user} size="lg" />
        <span className="grow">
          <span className="bold row gap2">
            <span className="truncate" dir="auto">
              {name}
            </span>
            <BadgeList badges={user.badges} inLink />
            <Rating className="pushEnd" value={user.rating} />
          </span>
          <span className={clsx(styles.name, 'textSm muted truncate')} dir="auto">
            {user.effectPhrase || `@${user.username}`}
          </span>
        </span>
      </Link>
      <StartChatIconButton uid={user.uid} name={name} />
    </li>
  );
}

/** Grid of people in search results. */
export function PeopleGrid({ users }: { users: readonly PublicUser[] }) {
  return (
    <ul className={styles.people} data-testid="people">
      {users.map((user) => (
        <PersonResultCard key={user.uid} user={user} />
      ))}
    </ul>
  );
}
