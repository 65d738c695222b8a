import { badgeTooltips } from '@guilda/contract/badges';
import type { PublicUser } from '@guilda/contract/users';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { Rating } from '../../ui/stars.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { memberSince } from './profile-words.ts';

/** Whether a person takes calls, where there are any. */
function callsOf({ canBeCalled }: PublicUser, offered: boolean): string {
  if (!offered) return 'Indisponíveis por enquanto';
  return canBeCalled ? 'Ativadas' : 'Desativadas';
}

function Facts({ user }: { user: PublicUser }) {
  const offered = useCallsOffered();
  return (
    <dl className="linhas">
      <div>
        <dt>Nota</dt>
        <dd>
          {user.rating === null ? (
            'Ainda sem avaliações'
          ) : (
            <Rating value={user.rating} count={user.reviewCount} />
          )}
        </dd>
      </div>
      <div>
        <dt>Ligações</dt>
        <dd>{callsOf(user, offered)}</dd>
      </div>
      <div>
        <dt>Membro desde</dt>
        <dd>{memberSince(user.createdAt)}</dd>
      </div>
    </dl>
  );
}

function Badges({ badges }: Pick<PublicUser, 'badges'>) {
  if (badges.length === 0) return null;
  return (
    <section>
      <h2 className="b perf-s">Selos</h2>
      <ul className="col g2">
        {badges.map((badge) => (
          <li key={badge} className="row">
            <img src={`/art/selos/${badge}.svg`} width={28} height={28} alt="" />
            <span className="t-sm">{badgeTooltips[badge]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a person says of themselves, and what Guilda knows. */
export function ProfileAbout({ user }: { user: PublicUser }) {
  return (
    <aside className="col g6" aria-label="Sobre">
      {user.effectPhrase && (
        <p className="efeito d4" dir="auto">
          “{user.effectPhrase}”
        </p>
      )}
      {user.bio && <UserText text={user.bio} className="dim" />}
      {!user.restricted && <Facts user={user} />}
      <Badges badges={user.badges} />
    </aside>
  );
}
