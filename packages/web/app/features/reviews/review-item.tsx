import type { Review } from '@guilda/contract/orders/reviews';
import clsx from 'clsx';
import ThumbsUp from 'lucide-react/icons/thumbs-up';
import { Link } from 'react-router';
import { useSession } from '../../lib/session/session.ts';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Stars } from '../../ui/display/stars.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { UserText } from '../../ui/text/user-text.tsx';
import { ModerationNotice } from '../admin/index.ts';
import { ReportButton } from '../report/index.ts';
import { BadgeList } from '../users/index.ts';
import { ReviewAnswer } from './review-answer.tsx';
import { ReviewAnswerSection } from './review-answer-section.tsx';
import * as styles from './review-item.module.css';
import { ReviewedService, type ReviewedServiceInfo } from './reviewed-service.tsx';

interface ReviewItemProps {
  review: Review;
  /** The reviewed service, if it is shown beside the review. */
  service?: ReviewedServiceInfo | undefined;
  heading?: 'h2' | 'h3' | undefined;
  /** Whether the reader is the seller, who may answer once. */
  answerable?: boolean | undefined;
}

/** The author's name, linked to the profile unless the account was deleted. */
function Reviewer({ review: { author, username } }: Pick<ReviewItemProps, 'review'>) {
  const name = author.displayName || author.username;
  if (username !== author.username) return <bdi className="bold truncate">{name}</bdi>;
  return (
    <Link className="bold truncate" to={`/user/${author.username}`}>
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Report button; not shown for reviews of the reader and of deleted accounts. */
function ReportReview({ review: { id, author, username } }: Pick<ReviewItemProps, 'review'>) {
  const isOwn = useSession((state) => state.user?.uid === author.uid);
  if (isOwn || username !== author.username) return null;
  const name = author.displayName || author.username;
  return (
    <ReportButton
      person={{ uid: author.uid, name, reviewId: id }}
      label="Denunciar avaliação"
      tone="plain"
    />
  );
}

/** A review with its author, rating, text, reviewed service and the seller's answer. */
export function ReviewItem({
  review,
  service,
  heading: Heading = 'h3',
  answerable,
}: ReviewItemProps) {
  const { author } = review;
  return (
    <article className={styles.review}>
      <div className={clsx('row', styles.head)}>
        <Avatar src={author.photoURL} />
        <div className="grow">
          <p className="row gap2">
            <Reviewer review={review} />
            <BadgeList badges={author.badges} />
          </p>
          <RelativeTime className="textXs muted" value={review.createdAt} />
        </div>
        <Stars className="pushEnd" value={review.rating} />
        <ReportReview review={review} />
      </div>
      <Heading className="bold userText" dir="auto">
        {review.title}
      </Heading>
      <UserText text={review.description} className="secondary" />
      <ReviewedService review={review} service={service} />
      <ModerationNotice kind="review" id={review.id} />
      {review.recommend && (
        <p className={styles.recommends}>
          <ThumbsUp className="icon" aria-hidden="true" />
          Recomenda
        </p>
      )}
      {answerable ? (
        <ReviewAnswerSection review={review} />
      ) : (
        review.answer && <ReviewAnswer answer={review.answer} />
      )}
    </article>
  );
}
