import type { Post } from '@guilda/contract/community/social';
import clsx from 'clsx';
import Heart from 'lucide-react/icons/heart';
import MessageCircle from 'lucide-react/icons/message-circle';
import Share2 from 'lucide-react/icons/share-2';
import { Link } from 'react-router';
import { compactCountText } from '../../../lib/format/count-text.ts';
import { shareOrCopyLink } from '../../../ui/actions/share-button.tsx';
import { accessiblePostName, postPath } from '../model/paths.ts';
import { useLike } from '../model/use-like.ts';
import * as styles from './post-card.module.css';

function LikeAction({ post }: { post: Post }) {
  const { liked, likes, press } = useLike(post);
  return (
    <button
      type="button"
      className={clsx(styles.action, liked && styles.liked)}
      aria-pressed={liked}
      aria-label={`Curtir, ${likes} ${likes === 1 ? 'curtida' : 'curtidas'}`}
      onClick={press}
    >
      <Heart className="icon" aria-hidden="true" />
      <span className="numeric">{compactCountText(likes)}</span>
    </button>
  );
}

function CommentsAction({ post: { uid, commentCount } }: { post: Post }) {
  return (
    <Link className={styles.action} to={`${postPath(uid)}#comentarios`}>
      <MessageCircle className="icon" aria-hidden="true" />
      <span className="numeric">{compactCountText(commentCount)}</span>{' '}
      <span className={styles.actionWords}>
        {commentCount === 1 ? 'comentário' : 'comentários'}
      </span>
    </Link>
  );
}

/** Buttons to like, comment and share a post. */
export function PostActions({ post }: { post: Post }) {
  return (
    <div className={styles.actions} data-ui="post-actions">
      <LikeAction post={post} />
      <CommentsAction post={post} />
      <button
        type="button"
        className={clsx('pushEnd', styles.action)}
        onClick={() => void shareOrCopyLink(accessiblePostName(post), postPath(post.uid))}
      >
        <Share2 className="icon" aria-hidden="true" />
        <span className={styles.actionWords}>Compartilhar</span>
      </button>
    </div>
  );
}
