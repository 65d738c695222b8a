import type { PublicUser } from '@guilda/contract/accounts/users';
import type { OnlineUser } from '@guilda/contract/socket';
import { useQueries } from '@tanstack/react-query';
import clsx from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import { browserClient } from '../../lib/data/page-data.ts';
import { presenceTexts } from '../../ui/display/avatar.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { BadgeList, StartChatIconButton } from '../users/index.ts';
import * as styles from './people-panel.module.css';
import { PersonAvatar } from './person-avatar.tsx';
import { usePresence } from './use-presence.ts';

/** Maximum number of people that the panel shows, unless it is detailed. */
const MAX_PEOPLE_SHOWN = 8;

/** Maximum for a detailed panel; lower, because each further person moves the content below the panel down. */
const MAX_PEOPLE_SHOWN_DETAILED = 6;

/** A loaded profile is reloaded after this time, in ms; long, because names and photos seldom change. */
const PROFILE_STALE_MS = 5 * 60_000;

interface OnlineProfile {
  readonly userId: string;
  /** The person's profile; undefined while the profile is loading. */
  readonly person: PublicUser | undefined;
}

/** Profiles of these online people, without those that cannot be loaded. */
function useOnlineProfiles(people: readonly OnlineUser[]): OnlineProfile[] {
  const profileQueries = useQueries({
    queries: people.map(({ userId }) => ({
      queryKey: ['person', userId],
      queryFn: async () => (await browserClient()).users.getUser({ params: { buyerId: userId } }),
      staleTime: PROFILE_STALE_MS,
      retry: false,
    })),
  });
  return people.flatMap(({ userId }, index) => {
    const profileQuery = profileQueries[index];
    return profileQuery?.isError ? [] : [{ userId, person: profileQuery?.data }];
  });
}

function PersonRow({
  person,
  presenceInWords,
}: {
  person: PublicUser;
  presenceInWords?: boolean | undefined;
}) {
  const status = usePresence(person.uid, person.status);
  const name = person.displayName || person.username;
  return (
    <li>
      <Link className="row grow" to={`/user/${person.username}`}>
        <PersonAvatar person={person} />
        <span className="grow">
          <span className="row gap2">
            <bdi className="bold truncate">{name}</bdi>
            <BadgeList badges={person.badges} inLink />
          </span>
          {presenceInWords && (
            // Hidden from screen readers, because the mark on the photo already names the status.
            <span className="textXs muted" aria-hidden="true">
              {presenceTexts[status]}
            </span>
          )}
        </span>
      </Link>
      <StartChatIconButton uid={person.uid} name={name} />
    </li>
  );
}

interface PeoplePanelProps {
  people: readonly OnlineUser[];
  /**
   * Whether each name is followed by the person's presence in words, and the panel is shown even when nobody is online.
   */
  detailed?: boolean | undefined;
}

/** Panel of people online, each with links to the profile and the chat. */
export function PeoplePanel({ people, detailed }: PeoplePanelProps) {
  const maxShown = detailed ? MAX_PEOPLE_SHOWN_DETAILED : MAX_PEOPLE_SHOWN;
  const peopleToShow = people.slice(0, maxShown);
  const profiles = useOnlineProfiles(peopleToShow);
  const titleId = useId();
  if (profiles.length === 0 && !detailed) return null;
  return (
    <section
      className={clsx(styles.panel, detailed && styles.detailed, 'panel')}
      aria-labelledby={titleId}
    >
      <div className="sectionHead">
        <h2 className="display4" id={titleId}>
          Quem está à mesa
        </h2>
        {detailed && people.length > 0 && <span className="numeric muted">{people.length}</span>}
      </div>
      {people.length === 0 && (
        <>
          <p className="textSm secondary pretty">
            Ninguém mais está online agora. Quem chegar aparece aqui.
          </p>
          <img
            className={styles.drawing}
            src="/art/vazios/chat.svg"
            alt=""
            loading="lazy"
            width={228}
            height={171}
          />
        </>
      )}
      <ul className={styles.people}>
        {profiles.map(({ userId, person }) =>
          person ? (
            <PersonRow key={userId} person={person} presenceInWords={detailed} />
          ) : (
            <li key={userId} aria-hidden="true">
              <Skeleton width={48} height={48} />
              <Skeleton width="50%" />
            </li>
          ),
        )}
      </ul>
    </section>
  );
}
