import { badgeTooltips } from '@guilda/contract/accounts/badges';
import type { PublicUser } from '@guilda/contract/accounts/users';
import { useCallsOffered } from '../../lib/calls-offered.ts';
import { badgeURL } from '../../ui/display/art-url.ts';
import { Fact, FactList } from '../../ui/display/fact-list.tsx';
import { Rating } from '../../ui/display/stars.tsx';
import { UserText } from '../../ui/text/user-text.tsx';
import * as styles from './profile-about.module.css';
import { memberSinceText } from './profile-text.ts';

/** Text on whether the person accepts calls; `areCallsOffered` is whether this installation offers calls. */
function callsText({ canBeCalled }: PublicUser, areCallsOffered: boolean): string {
  if (!areCallsOffered) return 'Indisponíveis por enquanto';
  return canBeCalled ? 'Ativadas' : 'Desativadas';
}

function ProfileFacts({ user }: { user: PublicUser }) {
  const areCallsOffered = useCallsOffered();
  return (
    <FactList>
      <Fact name="Nota">
        {user.rating === null ? (
          'Ainda sem avaliações'
        ) : (
          <Rating value={user.rating} count={user.reviewCount} />
        )}
      </Fact>
      <Fact name="Ligações">{callsText(user, areCallsOffered)}</Fact>
      <Fact name="Membro desde">{memberSinceText(user.createdAt)}</Fact>
    </FactList>
  );
}

function ProfileBadges({ badges }: Pick<PublicUser, 'badges'>) {
  if (badges.length === 0) return null;
  return (
    <section>
      <h2 className={`bold ${styles.badgesTitle}`}>Selos</h2>
      <ul className="column gap2">
        {badges.map((badge) => (
          <li key={badge} className="row">
            <img src={badgeURL(badge)} width={28} height={28} alt="" fetchPriority="low" />
            <span className="textSm">{badgeTooltips[badge]}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Effect phrase, bio, details and badges of a person. */
export function ProfileAbout({ user }: { user: PublicUser }) {
  return (
    <aside className={`column gap6 ${styles.about}`} aria-label="Sobre">
      {user.effectPhrase && (
        <p className={`${styles.effectPhrase} display4`} dir="auto">
          “{user.effectPhrase}”
        </p>
      )}
      {user.bio && <UserText text={user.bio} className="secondary" />}
      {!user.restricted && <ProfileFacts user={user} />}
      <ProfileBadges badges={user.badges} />
    </aside>
  );
}
