import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import { type ReactNode, useId } from 'react';
import { HiddenNotice } from '../../../ui/feedback/hidden-notice.tsx';
import { PostActions } from './post-actions.tsx';
import { PostBody } from './post-body.tsx';
import * as styles from './post-card.module.css';
import { PostHead } from './post-head.tsx';
import { WithheldBody } from './post-notices.tsx';

export interface PostCardProps {
  post: Post;
  /** Heading level of the title; with `h1`, on the post's own page, the title is no link. */
  heading?: 'h1' | 'h2' | 'h3' | undefined;
  /** Position in a feed, from 1, and number of posts in the feed (-1 when unknown), for the ARIA feed pattern. */
  position?: number | undefined;
  size?: number | undefined;
  /** `eager` for the picture that is the page's largest element; the page then preloads it. */
  loading?: 'lazy' | 'eager' | undefined;
  /** Renders the button that buys the linked service; omitted where services cannot be bought. */
  buy?: ((service: Service) => ReactNode) | undefined;
  /** Whether the card is a preview of an unpublished post, without actions and links. */
  isPreview?: boolean | undefined;
  /**
   * Called after the author has deleted the post. Not needed in lists, from which a deleted post disappears by itself.
   */
  onDeleted?: (() => void) | undefined;
  className?: string | undefined;
}

/** Attributes that name and describe the post for screen readers, without the covered content of a sensitive post. */
function postAriaAttributes(
  { title, description, hashtags, sensitive, withheld }: Post,
  id: string,
) {
  const hasDescribingText = withheld || (!sensitive && description + hashtags.join('') !== '');
  return {
    'aria-labelledby': title === '' || sensitive ? `${id}-q` : `${id}-q ${id}-t`,
    'aria-describedby': hasDescribingText ? `${id}-x` : undefined,
  };
}

/** ARIA attributes of a post in a feed; none outside of feeds. */
function feedProps({ position, size, post }: PostCardProps) {
  if (position === undefined) return {};
  return {
    tabIndex: 0,
    'aria-posinset': position,
    'aria-setsize': size ?? -1,
    'data-post': post.uid,
  };
}

/** Card of a post: author, time, title, text, picture, linked service and actions. */
export function PostCard(props: PostCardProps) {
  const { post, heading = 'h2', loading = 'lazy', buy, isPreview = false, onDeleted } = props;
  const id = useId();
  return (
    <article
      className={clsx('panel plain', styles.post, props.className)}
      data-ui="post"
      {...postAriaAttributes(post, id)}
      {...feedProps(props)}
    >
      <PostHead post={post} nameId={`${id}-q`} isPreview={isPreview} onDeleted={onDeleted} />
      {post.hidden && (
        <HiddenNotice
          title="Esta publicação foi ocultada pela equipe."
          reason={post.hidden.reason}
        />
      )}
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
          isPreview={isPreview}
        />
      )}
      {!isPreview && !post.withheld && !post.hidden && <PostActions post={post} />}
    </article>
  );
}
