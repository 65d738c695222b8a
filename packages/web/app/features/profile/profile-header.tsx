import type { PublicUser } from '@guilda/contract/users';
import Pencil from 'lucide-react/icons/pencil';
import Plus from 'lucide-react/icons/plus';
import { useAddServiceLink } from '../../lib/add-service-link.ts';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { ShareButton } from '../../ui/share-button.tsx';
import { CallButton } from '../calls/index.ts';
import { PersonAvatar, PresenceLine } from '../presence/index.ts';
import { BadgeList, ChatButton } from '../users/index.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { nameOf } from './profile-words.ts';

function OwnActions({ user }: { user: PublicUser }) {
  const addService = useAddServiceLink();
  return (
    <>
      <Button
        asLink
        to={addService}
        preventScrollReset
        icon={<Plus className="i" aria-hidden="true" />}
      >
        Adicionar serviço
      </Button>
      <Button asLink to="/user/settings" icon={<Pencil className="i" aria-hidden="true" />}>
        Editar perfil
      </Button>
      <ShareButton title={`${nameOf(user)} na Guilda`} path={`/user/${user.username}`} />
    </>
  );
}

/** What one may do here. Until the browser knows who looks, styles hide from members what is not theirs. */
function Actions({ user }: { user: PublicUser }) {
  const ready = useSession((state) => state.ready);
  const uid = useSession((state) => state.user?.uid);
  const theirs = ready ? undefined : 'so-visita';
  return (
    <div className="perf-b row g2">
      {uid === user.uid ? (
        <OwnActions user={user} />
      ) : (
        <>
          <ChatButton uid={user.uid} className={theirs} />
          {!user.restricted && <CallButton person={user} tone="solid" className={theirs} />}
          <ProfileMenu user={user} className={theirs} />
        </>
      )}
    </div>
  );
}

/** A closed profile does not tell whether its owner is there. */
function ProfilePhoto({ user }: { user: PublicUser }) {
  const photo = { size: 'xl', alt: `Foto de ${nameOf(user)}`, loading: 'eager' } as const;
  if (user.restricted) return <Avatar {...photo} src={user.photoURL} />;
  return <PersonAvatar {...photo} person={user} />;
}

/** Photo, name, badges and actions of a profile. */
export function ProfileHeader({ user }: { user: PublicUser }) {
  return (
    <section className="perf">
      <div className="perf-a">
        <ProfilePhoto user={user} />
      </div>
      <div className="perf-t">
        <div className="row perf-n">
          <h1 className="d2" dir="auto">
            {nameOf(user)}
          </h1>
          <BadgeList badges={user.badges} size="large" />
        </div>
        <p className="mute row g2 perf-u">
          <span>@{user.username}</span>
          {!user.restricted && (
            <>
              <span aria-hidden="true">·</span>
              <PresenceLine person={user} />
            </>
          )}
        </p>
      </div>
      <Actions user={user} />
    </section>
  );
}
