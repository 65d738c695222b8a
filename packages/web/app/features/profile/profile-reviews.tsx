import type { PublicUser } from '@guilda/contract/accounts/users';
import { type FirstPage, usePagedData } from '../../lib/data/paged-data.ts';
import { useSession } from '../../lib/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { ReviewItem } from '../reviews/index.ts';
import { loadReviews, type ReviewListPage } from './load-profile.ts';
import { displayNameOf } from './profile-text.ts';

interface ProfileReviewsProps {
  user: PublicUser;
  first: FirstPage<ReviewListPage>;
}

/** The reviews of a seller, newest first. */
export function ProfileReviews({ user, first }: ProfileReviewsProps) {
  const list = usePagedData({
    key: ['reviews', { seller: user.uid }],
    first,
    load: loadReviews(user.uid),
  });
  const isOwn = useSession((state) => state.user?.uid === user.uid);
  const reviews = list.pages.flatMap((page) => page.reviews);
  if (reviews.length === 0) {
    return (
      <EmptyState
        art="feed"
        wide
        title="Nenhuma avaliação ainda"
        text={
          <>
            Depois de um atendimento, quem comprou conta aqui como foi com{' '}
            <bdi>{displayNameOf(user)}</bdi>.
          </>
        }
      />
    );
  }
  return (
    <>
      {reviews.map((review) => (
        <ReviewItem key={review.id} review={review} heading="h2" answerable={isOwn} />
      ))}
      <ListTail list={list} />
    </>
  );
}
