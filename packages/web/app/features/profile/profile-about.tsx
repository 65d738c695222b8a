import { badgeTooltips } from '@guilda/contract/badges';
import type { PublicUser } from '@guilda/contract/users';
import { Rating } from '../../ui/stars.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { memberSince } from './profile-words.ts';

function Facts({ user }: { user: PublicUser }) {
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
        <dd>{user.canBeCalled ? 'Ativadas' : 'Desativadas'}</dd>
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
