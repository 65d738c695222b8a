import type { Review } from '@guilda/contract/orders/reviews';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import { useRef, useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { useLazyComponent } from '../../ui/overlays/use-lazy-component.ts';
import { ReviewAnswer } from './review-answer.tsx';
import * as styles from './review-item.module.css';
import { useAnswerReview } from './use-answer-review.ts';

const loadForm = () => import('./answer-form.tsx').then((module) => module.AnswerForm);

/**
 * The seller's answer to a review, or the form in which the seller answers. The section stays mounted when the answer
 * arrives, because it has the focus then.
 */
export function ReviewAnswerSection({ review }: { review: Review }) {
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    section.current?.focus({ preventScroll: true });
  };
  const AnswerForm = useLazyComponent(loadForm, open, close);
  const { pending, answered, send } = useAnswerReview(review, close);
  const answer = review.answer ?? answered?.answer;
  // Until the form's code is loaded, the button stays and keeps the focus.
  const form = open && AnswerForm && (
    <AnswerForm pending={pending} onSend={send} onCancel={close} />
  );
  return (
    <div ref={section} tabIndex={-1} className={styles.answerSection}>
      {answer && <ReviewAnswer answer={answer} />}
      {!answer && !form && (
        <Button
          size="small"
          icon={<MessageSquareReply className="icon" aria-hidden="true" />}
          loading={open}
          onClick={() => setOpen(true)}
        >
          Responder
        </Button>
      )}
      {form}
    </div>
  );
}
