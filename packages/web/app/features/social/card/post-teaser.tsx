import type { Post } from '@guilda/contract/community/social';
import { pictureSrcSet } from '@guilda/contract/services/pictures';
import clsx from 'clsx';
import MessageCircle from 'lucide-react/icons/message-circle';
import { Link } from 'react-router';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Tag } from '../../../ui/display/tag.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { BadgeList } from '../../users/index.ts';
import { authorNameOf, postPath } from '../model/paths.ts';
import * as styles from './post-teaser.module.css';
import { teaserText } from './teaser-text.ts';

/** A post in two lines, with a small picture; the whole is a link to the post's page. */
function PostTeaser({ post }: { post: Post }) {
  const { author, commentCount, photoURL, sensitive } = post;
  // A sensitive picture is shown on the post's page only, where it stays covered until it is pressed.
  const picture = sensitive ? null : photoURL;
  return (
    <Link to={postPath(post.uid)} className={clsx(picture && styles.pictured)}>
      {picture && (
        <img
          src={picture}
          srcSet={pictureSrcSet(picture)}
          sizes="72px"
          width={72}
          height={72}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <p className={clsx(styles.text, 'bold')} dir="auto">
        {teaserText(post)}
      </p>
      {post.hidden && <Tag tone="warn">Oculta pela equipe</Tag>}
      <p className="textXs muted row gap2">
        <Avatar src={author.photoURL} size="xs" />
        <span className={styles.author}>
          <bdi className="truncate">{authorNameOf(author)}</bdi>
          <BadgeList badges={author.badges} inLink className={styles.badges} />
          <RelativeTime value={post.createdAt} />
        </span>
        <span className="pushEnd row gap1">
          <MessageCircle className="icon" aria-hidden="true" />
          <span className="numeric">{commentCount}</span>
          <span className="srOnly">{commentCount === 1 ? ' comentário' : ' comentários'}</span>
        </span>
      </p>
    </Link>
  );
}

interface PostTeasersProps {
  posts: readonly Post[];
  className?: string | undefined;
}

/** Short versions of posts: side by side if there is enough room, otherwise one below the other. */
export function PostTeasers({ posts, className }: PostTeasersProps) {
  return (
    <ul className={clsx(styles.teasers, className)} data-ui="post-teasers">
      {posts.map((post) => (
        <li key={post.uid}>
          <PostTeaser post={post} />
        </li>
      ))}
    </ul>
  );
}
