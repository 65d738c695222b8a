import { useSession } from '../../lib/session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ListTail } from '../../ui/feedback/list-tail.tsx';
import { ReviewItem } from '../reviews/index.ts';
import { displayNameOf } from './profile-text.ts';
import { type ProfileReviewsProps, useProfileReviews } from './use-profile-reviews.ts';

/** The reviews of a seller, newest first. */
export function ProfileReviews({ user, first }: ProfileReviewsProps) {
  const { list, reviews } = useProfileReviews({ user, first });
  const isOwn = useSession((state) => state.user?.uid === user.uid);
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
