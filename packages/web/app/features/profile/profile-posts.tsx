import type { PublicUser } from '@guilda/contract/accounts/users';
import type { Service } from '@guilda/contract/services/catalog';
import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { useSession } from '../../lib/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { messageOfError } from '../../ui/feedback/toast.ts';
import { BuyButton } from '../orders/index.ts';
import { PostCard, PostPanelButton, PostSkeletons } from '../social/index.ts';
import { loadProfilePosts, type PostListPage } from './load-profile.ts';
import * as styles from './profile-posts.module.css';
import { displayNameOf } from './profile-text.ts';

/** Placeholder of the first page when the route's loader did not load posts; the list then requests them itself. */
const postsNotLoaded: FirstPage<PostListPage> = {
  page: { posts: [], nextCursor: null },
  loadedFor: '',
};

const renderBuyButton = (service: Service) => (
  <BuyButton service={service} size="small" variant="neutral" />
);

function NoProfilePosts({ user, own }: { user: PublicUser; own: boolean }) {
  if (!own) {
    return (
      <EmptyState
        art="feed"
        wide
        title="Nenhuma publicação ainda"
        text={`Quando ${displayNameOf(user)} publicar, aparece aqui.`}
      />
    );
  }
  return (
    <EmptyState
      art="feed"
      wide
      title="Você ainda não publicou"
      text="Conte o que está jogando, desenhando ou procurando."
      action={<PostPanelButton />}
    />
  );
}

interface ProfilePostsProps {
  user: PublicUser;
  /** First page of the posts; null when the profile was opened on the tab of the services, so that none were loaded. */
  first: FirstPage<PostListPage> | null;
}

/** The community posts of a person, newest first. */
export function ProfilePosts({ user, first }: ProfilePostsProps) {
  const list = usePagedData({
    key: ['posts', { author: user.uid }],
    first: first ?? postsNotLoaded,
    load: loadProfilePosts(user.uid),
  });
  const isOwn = useSession((state) => state.user?.uid === user.uid);
  const posts = list.pages.flatMap((page) => page.posts);
  if (list.pages[0] === postsNotLoaded.page) {
    if (!list.error) return <PostSkeletons />;
    return (
      <ErrorState wide reason={messageOfError(list.error)} onRetry={() => void list.refetch()} />
    );
  }
  if (posts.length === 0) return <NoProfilePosts user={user} own={isOwn} />;
  const firstPictureIndex = posts.findIndex(({ photoURL }) => photoURL !== null);
  return (
    <div className={styles.posts}>
      {isOwn && <PostPanelButton className={styles.newPost} />}
      {posts.map((post, index) => (
        <PostCard
          key={post.uid}
          post={post}
          loading={index === firstPictureIndex ? 'eager' : 'lazy'}
          buy={renderBuyButton}
        />
      ))}
      <ListTail list={list} />
    </div>
  );
}
