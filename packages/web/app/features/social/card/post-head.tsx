import type { Post } from '@guilda/contract/community/social';
import clsx from 'clsx';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { PersonAvatar, PresenceForScreenReaders } from '../../presence/index.ts';
import { BadgeList } from '../../users/index.ts';
import { authorNameOf, postPath } from '../model/paths.ts';
import * as styles from './post-card.module.css';
import { PostMenu } from './post-menu.tsx';

interface PostHeadProps {
  post: Post;
  /** Id of the author's name, which labels the post. */
  nameId: string;
  isPreview: boolean;
  onDeleted?: (() => void) | undefined;
}

/** Author and time of a post, with the menu of further actions. */
export function PostHead({ post, nameId, isPreview, onDeleted }: PostHeadProps) {
  const { author } = post;
  const profilePath = `/user/${author.username}`;
  const name = <bdi>{authorNameOf(author)}</bdi>;
  return (
    <div className="row">
      {isPreview ? (
        <Avatar src={author.photoURL} />
      ) : (
        // Hidden from keyboard and screen readers, because the name beside the picture is the same link.
        <Link to={profilePath} tabIndex={-1} aria-hidden="true">
          <PersonAvatar person={author} />
        </Link>
      )}
      <div className="grow">
        <p className="bold row gap2">
          {isPreview ? (
            <span className="truncate" id={nameId}>
              {name}
            </span>
          ) : (
            <Link
              className={clsx('truncate', styles.authorName)}
              data-ui="author-name"
              to={profilePath}
              id={nameId}
            >
              {name}
            </Link>
          )}
          {!isPreview && <PresenceForScreenReaders person={author} />}
          <BadgeList badges={author.badges} />
        </p>
        <p className="textXs muted">
          {isPreview ? (
            'agora'
          ) : (
            <Link className={styles.date} to={postPath(post.uid)}>
              <RelativeTime value={post.createdAt} />
            </Link>
          )}
        </p>
      </div>
      {!isPreview && <PostMenu post={post} onDeleted={onDeleted} />}
    </div>
  );
}
