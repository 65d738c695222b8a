import type { PublicUser } from '@guilda/contract/users';
import { Button } from '../../../ui/button.tsx';
import { UserText } from '../../../ui/user-text.tsx';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { nameOf } from '../model/paths.ts';

/** Who published, in a few words. */
export function AuthorPanel({ author }: { author: PublicUser }) {
  return (
    <section className="painel">
      <div className="row">
        <PersonAvatar person={author} size="lg" />
        <div className="cresce">
          <p className="t-xl trunca">
            <bdi>{nameOf(author)}</bdi>
          </p>
          <BadgeList badges={author.badges} />
        </div>
      </div>
      {author.bio && <UserText text={author.bio} className="dim t-sm pub-b" />}
      <Button asLink block className="pub-v" to={`/user/${author.username}`}>
        Ver perfil
      </Button>
    </section>
  );
}
