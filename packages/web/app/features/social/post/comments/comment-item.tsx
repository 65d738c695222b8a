import type { Comment } from '@guilda/contract/community/social';
import clsx from 'clsx';
import { Link } from 'react-router';
import { RelativeTime } from '../../../../ui/text/relative-time.tsx';
import { UserText } from '../../../../ui/text/user-text.tsx';
import { ModerationNotice } from '../../../admin/index.ts';
import { PersonAvatar } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import * as cardStyles from '../../card/post-card.module.css';
import { authorNameOf } from '../../model/paths.ts';
import { CommentMenu } from './comment-menu.tsx';
import * as styles from './comments.module.css';

interface CommentItemProps {
  comment: Comment;
  onDeleted: (comment: Comment) => void;
}

/** A comment: author, time, text and menu. */
export function CommentItem({ comment, onDeleted }: CommentItemProps) {
  const { author } = comment;
  const profilePath = `/user/${author.username}`;
  return (
    <li className={styles.comment} data-ui="comment">
      {/* Hidden from keyboard and screen readers, because the name beside the picture is the same link. */}
      <Link to={profilePath} tabIndex={-1} aria-hidden="true">
        <PersonAvatar person={author} />
      </Link>
      <div>
        <div className="row gap2 alignTop">
          <p className={clsx('row gap2 grow', styles.author)}>
            <Link
              className={clsx('bold truncate', cardStyles.authorName)}
              data-ui="author-name"
              to={profilePath}
            >
              <bdi>{authorNameOf(author)}</bdi>
            </Link>
            <BadgeList badges={author.badges} />
            <RelativeTime className="textXs muted" value={comment.createdAt} />
          </p>
          <CommentMenu comment={comment} onDeleted={onDeleted} />
        </div>
        <UserText text={comment.text} className="secondary" />
        <ModerationNotice kind="comment" id={comment.id} />
      </div>
    </li>
  );
}
