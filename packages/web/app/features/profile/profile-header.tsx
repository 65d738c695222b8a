import type { PublicUser } from '@guilda/contract/accounts/users';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useAddServiceLink } from '../../lib/navigation/dialog-query.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/actions/button.tsx';
import { ShareButton } from '../../ui/actions/share-button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { CallButton } from '../calls/index.ts';
import { LivePresenceBadge, PersonAvatar } from '../presence/index.ts';
import { BadgeList, StartChatButton } from '../users/index.ts';
import * as styles from './profile-header.module.css';
import { ProfileMenu } from './profile-menu.tsx';
import { displayNameOf } from './profile-text.ts';

function OwnProfileActions({ user }: { user: PublicUser }) {
  const addService = useAddServiceLink();
  return (
    <>
      <Button
        asLink
        to={addService}
        preventScrollReset
        icon={<Plus className="icon" aria-hidden="true" />}
      >
        Adicionar serviço
      </Button>
      <Button asLink to="/user/settings" icon={<Pencil className="icon" aria-hidden="true" />}>
        Editar perfil
      </Button>
      <ShareButton title={`${displayNameOf(user)} na Guilda`} path={`/user/${user.username}`} />
    </>
  );
}

/**
 * The buttons of a profile. Until the session is loaded, CSS hides the buttons for other people's profiles from
 * signed-in people, because the profile may be their own.
 */
function ProfileActions({ user }: { user: PublicUser }) {
  const ready = useSession((state) => state.ready);
  const uid = useSession((state) => state.user?.uid);
  const visitorsOnly = ready ? undefined : 'onlyVisitors';
  return (
    <div className={`${styles.actions} row gap2`}>
      {uid === user.uid ? (
        <OwnProfileActions user={user} />
      ) : (
        <>
          <StartChatButton uid={user.uid} className={visitorsOnly} />
          {!user.restricted && <CallButton person={user} tone="solid" className={visitorsOnly} />}
          <ProfileMenu user={user} className={visitorsOnly} />
        </>
      )}
    </div>
  );
}

/**
 * The profile photo, without the presence if the reader may not see the profile's content. It loads lazily
 * there, because the page preloads the first picture of the shown tab, which is larger; a restricted profile shows none.
 */
function ProfilePhoto({ user }: { user: PublicUser }) {
  const photoProps = {
    size: 'xl',
    alt: `Foto de ${displayNameOf(user)}`,
  } as const;
  if (user.restricted) return <Avatar {...photoProps} src={user.photoURL} loading="eager" />;
  return <PersonAvatar {...photoProps} person={user} />;
}

/** Photo, name, badges and actions of a profile. */
export function ProfileHeader({ user }: { user: PublicUser }) {
  return (
    <section className={styles.header} data-testid="profile-header">
      <div className={styles.photo}>
        <ProfilePhoto user={user} />
      </div>
      <div className={styles.text}>
        <div className={`row ${styles.name}`}>
          <h1 className="display2" dir="auto">
            {displayNameOf(user)}
          </h1>
          <BadgeList badges={user.badges} size="large" />
        </div>
        <p className="muted row gap2">
          <span>@{user.username}</span>
          {!user.restricted && (
            <>
              <span aria-hidden="true">·</span>
              <LivePresenceBadge person={user} />
            </>
          )}
        </p>
      </div>
      <ProfileActions user={user} />
    </section>
  );
}
