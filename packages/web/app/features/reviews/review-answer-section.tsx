import type { Review } from '@guilda/contract/orders/reviews';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { ReviewAnswer } from './review-answer.tsx';
import * as styles from './review-item.module.css';
import { useAnswerReview } from './use-answer-review.ts';

const AnswerForm = lazy(() =>
  import('./answer-form.tsx').then((module) => ({ default: module.AnswerForm })),
);

/** The form in which the seller answers a review, and the answer once it was sent. */
export function ReviewAnswerSection({ review }: { review: Review }) {
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    section.current?.focus({ preventScroll: true });
  };
  const { pending, answered, send } = useAnswerReview(review, close);
  return (
    <div ref={section} tabIndex={-1} className={styles.answerSection}>
      {answered?.answer && <ReviewAnswer answer={answered.answer} />}
      {!answered && !open && (
        <Button
          size="small"
          icon={<MessageSquareReply className="icon" aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          Responder
        </Button>
      )}
      {open && (
        <Suspense>
          <AnswerForm pending={pending} onSend={send} onCancel={close} />
        </Suspense>
      )}
    </div>
  );
}
