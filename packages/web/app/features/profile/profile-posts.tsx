import type { Service } from '@guilda/contract/catalog';
import type { PublicUser } from '@guilda/contract/users';
import { type FirstPage, usePagedData } from '../../lib/paged-data.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ListTail } from '../../ui/list-tail.tsx';
import { errorText } from '../../ui/toast.ts';
import { BuyButton } from '../orders/index.ts';
import { PostCard, PostPanelButton, PostSkeletons } from '../social/index.ts';
import { loadPosts, type PostPage } from './load-profile.ts';
import { nameOf } from './profile-words.ts';

/** Stands for a first page that no loader brought: the list then asks for it itself. */
const notLoaded: FirstPage<PostPage> = {
  page: { posts: [], nextCursor: null },
  loadedFor: '',
};

const buy = (service: Service) => <BuyButton service={service} size="small" variant="neutral" />;

function NoPosts({ user, own }: { user: PublicUser; own: boolean }) {
  if (!own) {
    return (
      <EmptyState
        art="feed"
        className="vazio-l"
        title="Nenhuma publicação ainda"
        text={`Quando ${nameOf(user)} publicar, aparece aqui.`}
      />
    );
  }
  return (
    <EmptyState
      art="feed"
      className="vazio-l"
      title="Você ainda não publicou"
      text="Conte o que está jogando, desenhando ou procurando."
      action={<PostPanelButton />}
    />
  );
}

interface ProfilePostsProps {
  user: PublicUser;
  /** Null where the page was opened on another tab. */
  first: FirstPage<PostPage> | null;
}

/** What a person wrote in the community, newest first. */
export function ProfilePosts({ user, first }: ProfilePostsProps) {
  const list = usePagedData({
    key: ['posts', { author: user.uid }],
    first: first ?? notLoaded,
    load: loadPosts(user.uid),
  });
  const own = useSession((state) => state.user?.uid === user.uid);
  const posts = list.pages.flatMap((page) => page.posts);
  if (list.pages[0] === notLoaded.page) {
    if (!list.error) return <PostSkeletons />;
    return (
      <ErrorState
        className="vazio-l"
        reason={errorText(list.error)}
        onRetry={() => void list.refetch()}
      />
    );
  }
  if (posts.length === 0) return <NoPosts user={user} own={own} />;
  return (
    <div className="perf-p">
      {own && <PostPanelButton className="perf-pb" />}
      {posts.map((post, index) => (
        <PostCard key={post.uid} post={post} loading={index < 2 ? 'eager' : 'lazy'} buy={buy} />
      ))}
      <ListTail list={list} />
    </div>
  );
}
