import type { Comment } from '@guilda/contract/social';
import { Link } from 'react-router';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { UserText } from '../../../../ui/user-text.tsx';
import { TeamNotice } from '../../../deeds/index.ts';
import { PersonAvatar } from '../../../presence/index.ts';
import { BadgeList } from '../../../users/index.ts';
import { nameOf } from '../../model/paths.ts';
import { CommentMenu } from './comment-menu.tsx';

interface CommentItemProps {
  comment: Comment;
  onDeleted: (comment: Comment) => void;
}

/** A comment: who, when, what, and its menu. */
export function CommentItem({ comment, onDeleted }: CommentItemProps) {
  const { author } = comment;
  const profile = `/user/${author.username}`;
  return (
    <li className="coment">
      {/* The name beside it is the same link. */}
      <Link to={profile} tabIndex={-1} aria-hidden="true">
        <PersonAvatar person={author} />
      </Link>
      <div>
        <div className="row g2 top">
          <p className="row g2 coment-q cresce">
            <Link className="b trunca post-q" to={profile}>
              <bdi>{nameOf(author)}</bdi>
            </Link>
            <BadgeList badges={author.badges} />
            <RelativeTime className="t-xs mute" value={comment.createdAt} />
          </p>
          <CommentMenu comment={comment} onDeleted={onDeleted} />
        </div>
        <UserText text={comment.text} className="dim" />
        <TeamNotice kind="comment" id={comment.id} />
      </div>
    </li>
  );
}
