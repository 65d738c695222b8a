import type { Review } from '@guilda/contract/reviews';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Link } from 'react-router';
import { useSession } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Stars } from '../../ui/stars.tsx';
import { UserText } from '../../ui/user-text.tsx';
import { TeamNotice } from '../deeds/index.ts';
import { ReportButton } from '../moderation/index.ts';
import { BadgeList } from '../users/index.ts';
import { Answering } from './answering.tsx';
import { ReviewAnswer } from './review-answer.tsx';
import { type Reviewed, ReviewPurchase } from './review-purchase.tsx';

interface ReviewItemProps {
  review: Review;
  /** The service that it stands beside, if any. */
  service?: Reviewed | undefined;
  heading?: 'h2' | 'h3' | undefined;
  /** The reader sells what is reviewed and may answer, once. */
  answerable?: boolean | undefined;
}

/** The name as the way to the profile; an account that is gone has none (`product §3`). */
function Reviewer({ review: { author, username } }: Pick<ReviewItemProps, 'review'>) {
  const name = author.displayName || author.username;
  if (username !== author.username) return <bdi className="b trunca">{name}</bdi>;
  return (
    <Link className="b trunca" to={`/user/${author.username}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Reports a review by somebody else whose account stands. */
function Reporting({ review: { id, author, username } }: Pick<ReviewItemProps, 'review'>) {
  const own = useSession((state) => state.user?.uid === author.uid);
  if (own || username !== author.username) return null;
  const name = author.displayName || author.username;
  return (
    <ReportButton
      person={{ uid: author.uid, name, reviewId: id }}
      label="Denunciar avaliação"
      tone="plain"
    />
  );
}

/** A review: who, when, stars, title, text, of what, whether it recommends, and the seller's answer. */
export function ReviewItem({
  review,
  service,
  heading: Heading = 'h3',
  answerable,
}: ReviewItemProps) {
  const { author } = review;
  return (
    <article className="aval">
      <div className="row">
        <Avatar src={author.photoURL} />
        <div className="cresce">
          <p className="row g2">
            <Reviewer review={review} />
            <BadgeList badges={author.badges} />
          </p>
          <RelativeTime className="t-xs mute" value={review.createdAt} />
        </div>
        <Stars className="fim" value={review.rating} />
        <Reporting review={review} />
      </div>
      <Heading className="b texto" dir="auto">
        {review.title}
      </Heading>
      <UserText text={review.description} className="dim" />
      <ReviewPurchase review={review} service={service} />
      <TeamNotice kind="review" id={review.id} />
      {review.recommend && (
        <p className="recomenda">
          <ThumbsUp className="i" aria-hidden="true" />
          Recomenda
        </p>
      )}
      {review.answer ? (
        <ReviewAnswer answer={review.answer} />
      ) : (
        answerable && <Answering review={review} />
      )}
    </article>
  );
}
