import type { Service } from '@guilda/contract/catalog';
import type { Post } from '@guilda/contract/social';
import clsx from 'clsx';
import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { UserText } from '../../../ui/user-text.tsx';
import { AdultVeil } from '../../age/index.ts';
import { hashtagPath, postPath } from '../model/paths.ts';
import { PostPicture } from './post-picture.tsx';
import { PostService } from './post-service.tsx';

interface PostBodyProps {
  post: Post;
  /** What its ids begin with. */
  id: string;
  heading: 'h1' | 'h2' | 'h3';
  loading: 'lazy' | 'eager';
  buy: ((service: Service) => ReactNode) | undefined;
  still: boolean;
}

function Title({ post, id, heading: Heading, still }: PostBodyProps) {
  if (post.title === '') return null;
  const own = Heading === 'h1' || still;
  return (
    <Heading id={`${id}-t`} className={clsx('post-t', Heading === 'h1' && 'd2')} dir="auto">
      {own ? post.title : <Link to={postPath(post.uid)}>{post.title}</Link>}
    </Heading>
  );
}

function Hashtag({ name, still }: { name: string; still: boolean }) {
  const text = <bdi>#{name}</bdi>;
  if (still) return <span className="hash">{text}</span>;
  return (
    <Link className="hash" to={hashtagPath(name)}>
      {text}
    </Link>
  );
}

function Text({ post, id, still }: PostBodyProps) {
  const { description, hashtags } = post;
  if (description === '' && hashtags.length === 0) return null;
  return (
    <div className="txt" id={`${id}-x`} dir="auto">
      {description !== '' && <UserText as="span" text={description} />}
      {hashtags.map((name) => (
        <span key={name}>
          {' '}
          <Hashtag name={name} still={still} />
        </span>
      ))}
    </div>
  );
}

function Inside(props: PostBodyProps) {
  const { post, loading, buy, still } = props;
  return (
    <>
      <Title {...props} />
      <Text {...props} />
      {post.photoURL !== null && (
        <PostPicture photoURL={post.photoURL} author={post.author} loading={loading} />
      )}
      {post.service && <PostService service={post.service} buy={buy} still={still} />}
    </>
  );
}

/** What a post says. One for adults lies under a veil, text and picture, until it is pressed. */
export function PostBody(props: PostBodyProps) {
  const [revealed, setRevealed] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const veiled = props.post.sensitive && !revealed;
  const reveal = () => {
    flushSync(() => setRevealed(true));
    // The pressed button goes; whoever came by keyboard goes on with what it covered.
    content.current?.focus({ preventScroll: true });
  };
  if (!props.post.sensitive) return <Inside {...props} />;
  return (
    <div className={clsx('post-v', veiled && 'velado')}>
      <div ref={content} tabIndex={-1} inert={veiled} aria-hidden={veiled}>
        <Inside {...props} />
      </div>
      {veiled && <AdultVeil text="Conteúdo sensível" onReveal={reveal} />}
    </div>
  );
}
