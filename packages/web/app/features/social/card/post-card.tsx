import type { Service } from '@guilda/contract/catalog';
import type { Post } from '@guilda/contract/social';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { PostActions } from './post-actions.tsx';
import { PostBody } from './post-body.tsx';
import * as styles from './post-card.module.css';
import { PostHead } from './post-head.tsx';
import { HiddenNotice, WithheldBody } from './post-notices.tsx';

export interface PostCardProps {
  post: Post;
  /** Level of the title; `h1` on the post's own page, where it leads nowhere. */
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Place in a feed, from 1, and how many there are, -1 while nobody knows (ARIA feed). */
  position?: number | undefined;
  size?: number | undefined;
  /** `eager` for pictures of the first view. */
  loading?: 'lazy' | 'eager' | undefined;
  /** The button that buys the service the post points at; leave it out where nothing is sold. */
  buy?: ((service: Service) => ReactNode) | undefined;
  /** Read-only, for the preview of a post being written: no actions and no links. */
  still?: boolean | undefined;
  /** Runs after its author deleted the post; lists remove it themselves. */
  onDeleted?: (() => void) | undefined;
  className?: string | undefined;
}

/** Accessible name and description of the post, without covered content. */
function postAriaAttributes(
  { title, description, hashtags, sensitive, withheld }: Post,
  id: string,
) {
  const hasTeaser = withheld || (!sensitive && description + hashtags.join('') !== '');
  return {
    'aria-labelledby': title === '' || sensitive ? `${id}-q` : `${id}-q ${id}-t`,
    'aria-describedby': hasTeaser ? `${id}-x` : undefined,
  };
}

/** ARIA attributes of an article in a feed. */
function feedProps({ position, size, post }: PostCardProps) {
  if (position === undefined) return {};
  return {
    tabIndex: 0,
    'aria-posinset': position,
    'aria-setsize': size ?? -1,
    'data-post': post.uid,
  };
}

/** A post: who, when, title, text, picture, the service it points at, and what can be done with it. */
export function PostCard(props: PostCardProps) {
  const { post, heading = 'h2', loading = 'lazy', buy, still = false, onDeleted } = props;
  const id = useId();
  return (
    <article
      className={clsx('panel plain', styles.post, props.className)}
      data-ui="post"
      {...postAriaAttributes(post, id)}
      {...feedProps(props)}
    >
      <PostHead post={post} nameId={`${id}-q`} still={still} onDeleted={onDeleted} />
      {post.hidden && <HiddenNotice reason={post.hidden.reason} />}
      {post.withheld ? (
        <WithheldBody textId={`${id}-x`} />
      ) : (
        <PostBody
          key={String(post.sensitive)}
          post={post}
          id={id}
          heading={heading}
          loading={loading}
          buy={buy}
          still={still}
        />
      )}
      {!still && !post.withheld && !post.hidden && <PostActions post={post} />}
    </article>
  );
}
