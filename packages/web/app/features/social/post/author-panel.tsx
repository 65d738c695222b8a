import type { PublicUser } from '@guilda/contract/accounts/users';
import clsx from 'clsx';
import { Button } from '../../../ui/actions/button.tsx';
import { UserText } from '../../../ui/text/user-text.tsx';
import { PersonAvatar } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { authorNameOf } from '../model/paths.ts';
import * as styles from './post-view.module.css';

/** Short profile of the post's author. */
export function AuthorPanel({ author }: { author: PublicUser }) {
  return (
    <section className="panel">
      <div className="row">
        <PersonAvatar person={author} size="lg" />
        <div className="grow">
          <p className="textXl truncate">
            <bdi>{authorNameOf(author)}</bdi>
          </p>
          <BadgeList badges={author.badges} />
        </div>
      </div>
      {author.bio && (
        <UserText text={author.bio} className={clsx('secondary textSm', styles.bio)} />
      )}
      <Button asLink block className={styles.visit} to={`/user/${author.username}`}>
        Ver perfil
      </Button>
    </section>
  );
}
