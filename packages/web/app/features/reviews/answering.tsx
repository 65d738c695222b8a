import type { Review } from '@guilda/contract/reviews';
import MessageSquareReply from 'lucide-react/icons/message-square-reply';
import { lazy, Suspense, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ReviewAnswer } from './review-answer.tsx';
import { useAnswer } from './use-answer.ts';

const AnswerForm = lazy(() =>
  import('./answer-form.tsx').then((module) => ({ default: module.AnswerForm })),
);

/** The seller's way to answer a review that has no answer, and the answer once it is given. */
export function Answering({ review }: { review: Review }) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    place.current?.focus({ preventScroll: true });
  };
  const { pending, answered, send } = useAnswer(review, close);
  return (
    <div ref={place} tabIndex={-1} className="resposta-p">
      {answered?.answer && <ReviewAnswer answer={answered.answer} />}
      {!answered && !open && (
        <Button
          size="small"
          icon={<MessageSquareReply className="i" aria-hidden="true" />}
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
