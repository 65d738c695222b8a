import type { ReactNode } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import type { PostListQuery } from '../model/post-lists.ts';

interface EmptyFeedProps {
  list: PostListQuery;
  /** The button that opens the form for a new post. */
  publish: ReactNode;
}

const allPostsLink = (
  <Button asLink to="/community">
    Ver a comunidade
  </Button>
);

/** Shown in a feed without posts. */
export function EmptyFeed({ list, publish }: EmptyFeedProps) {
  if (list.q !== undefined) {
    return (
      <EmptyState
        art="busca"
        title="Nada com esse texto"
        text="Tente outra palavra ou passe pela comunidade."
        action={allPostsLink}
      />
    );
  }
  if (list.hashtag !== undefined) {
    return (
      <EmptyState
        art="feed"
        title="Ninguém falou disso ainda"
        text="Puxe o assunto: publique com essa hashtag."
        action={publish}
      />
    );
  }
  return (
    <EmptyState
      art="feed"
      title="A mesa está em silêncio"
      text="Seja a primeira pessoa a publicar hoje."
      action={publish}
    />
  );
}
