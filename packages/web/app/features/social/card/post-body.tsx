import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';
import clsx from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { UserText } from '../../../ui/text/user-text.tsx';
import { AdultVeil } from '../../age/index.ts';
import { hashtagPath, postPath } from '../model/paths.ts';
import * as styles from './post-card.module.css';
import { PostPicture } from './post-picture.tsx';
import { PostServiceCard } from './post-service.tsx';

interface PostBodyProps {
  post: Post;
  /** Prefix of the element ids of this post, which must be unique in the document. */
  id: string;
  heading: 'h1' | 'h2' | 'h3';
  loading: 'lazy' | 'eager';
  buy: ((service: Service) => ReactNode) | undefined;
  isPreview: boolean;
}

function PostTitle({ post, id, heading: Heading, isPreview }: PostBodyProps) {
  if (post.title === '') return null;
  const isOwnPage = Heading === 'h1' || isPreview;
  return (
    <Heading
      id={`${id}-t`}
      className={clsx(styles.title, Heading === 'h1' && 'display2')}
      dir="auto"
    >
      {isOwnPage ? post.title : <Link to={postPath(post.uid)}>{post.title}</Link>}
    </Heading>
  );
}

function HashtagLink({ name, isPreview }: { name: string; isPreview: boolean }) {
  const text = <bdi>#{name}</bdi>;
  if (isPreview) return <span className="hashtag">{text}</span>;
  return (
    <Link className="hashtag" to={hashtagPath(name)}>
      {text}
    </Link>
  );
}

function PostText({ post, id, isPreview }: PostBodyProps) {
  const { description, hashtags } = post;
  if (description === '' && hashtags.length === 0) return null;
  return (
    <div className={styles.text} data-ui="post-text" id={`${id}-x`} dir="auto">
      {description !== '' && <UserText as="span" text={description} />}
      {hashtags.map((name) => (
        <span key={name}>
          {' '}
          <HashtagLink name={name} isPreview={isPreview} />
        </span>
      ))}
    </div>
  );
}

function PostBodyContent(props: PostBodyProps) {
  const { post, heading, loading, buy, isPreview } = props;
  return (
    <>
      <PostTitle {...props} />
      <PostText {...props} />
      {post.photoURL !== null && (
        <PostPicture
          photoURL={post.photoURL}
          size={post.photoSize}
          author={post.author}
          loading={loading}
          whole={heading === 'h1'}
          isPreview={isPreview}
        />
      )}
      {post.service && <PostServiceCard service={post.service} buy={buy} isPreview={isPreview} />}
    </>
  );
}

/** Text and picture of a post. For a sensitive post, both are covered until the cover is pressed. */
export function PostBody(props: PostBodyProps) {
  const [revealed, setRevealed] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const isVeiled = props.post.sensitive && !revealed;
  const reveal = () => {
    flushSync(() => setRevealed(true));
    // The pressed button disappears, so the focus moves to the content that was covered.
    content.current?.focus({ preventScroll: true });
  };
  if (!props.post.sensitive) return <PostBodyContent {...props} />;
  return (
    <div className={clsx(styles.veilable, isVeiled && styles.veiled)}>
      <div ref={content} tabIndex={-1} inert={isVeiled} aria-hidden={isVeiled}>
        <PostBodyContent {...props} />
      </div>
      {isVeiled && <AdultVeil text="Conteúdo sensível" onReveal={reveal} />}
    </div>
  );
}
