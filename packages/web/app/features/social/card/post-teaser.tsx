import type { Post } from '@guilda/contract/social';
import clsx from 'clsx';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/avatar.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { BadgeList } from '../../users/index.ts';
import { nameOf, postPath } from '../model/paths.ts';
import { teaserText } from './teaser-text.ts';

/** A post in two lines, all of it one link to its page. */
function PostTeaser({ post }: { post: Post }) {
  const { author, commentCount } = post;
  return (
    <Link to={postPath(post.uid)}>
      <p className="b recado-t" dir="auto">
        {teaserText(post)}
      </p>
      {post.hidden && <Tag tone="warn">Oculta pela equipe</Tag>}
      <p className="t-xs mute row g2">
        <Avatar src={author.photoURL} size="xs" />
        <span className="recado-q">
          <bdi className="trunca">{nameOf(author)}</bdi>
          <BadgeList badges={author.badges} inLink className="recado-s" />
          <RelativeTime value={post.createdAt} />
        </span>
        <span className="fim row g1">
          <MessageCircle className="i" aria-hidden="true" />
          <span className="num">{commentCount}</span>
          <span className="sr">{commentCount === 1 ? ' comentário' : ' comentários'}</span>
        </span>
      </p>
    </Link>
  );
}

interface PostTeasersProps {
  posts: readonly Post[];
  className?: string | undefined;
}

/** Posts in few words: side by side where there is room, or one below the other. */
export function PostTeasers({ posts, className }: PostTeasersProps) {
  return (
    <ul className={clsx('recados', className)}>
      {posts.map((post) => (
        <li key={post.uid}>
          <PostTeaser post={post} />
        </li>
      ))}
    </ul>
  );
}
