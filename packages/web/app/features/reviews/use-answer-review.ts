import { ApiError } from '@guilda/contract/api-error';
import type { Review } from '@guilda/contract/orders/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { invalidateAll } from '../../lib/data/invalidate-all.ts';
import { browserClient } from '../../lib/data/page-data.ts';
import { useOnce } from '../../lib/loading/use-once.ts';
import { toast, toastError } from '../../ui/feedback/toast.ts';

/** HTTP statuses of refusals that a retry cannot change; `onFinished` is called for them. */
const finalStatuses = new Set([403, 404, 409]);

/**
 * Sends the answer to a review, one request at a time. `answered` is the review in the server's response; `onFinished`
 * is called after a success and after a refusal that a retry cannot change.
 */
export function useAnswerReview(review: Review, onFinished: () => void) {
  const client = useQueryClient();
  const { pending, runOnce } = useOnce();
  const [answered, setAnswered] = useState<Review | null>(null);
  const send = (answer: string) =>
    runOnce(async () => {
      try {
        const { reviews } = await browserClient();
        const body = { answer };
        const answeredReview = await reviews.answerReview({
          params: { reviewId: review.id },
          body,
        });
        setAnswered(answeredReview.review);
        toast({ title: 'Resposta publicada', text: 'Ela aparece junto da avaliação.' });
        onFinished();
      } catch (error) {
        toastError(error);
        if (error instanceof ApiError && finalStatuses.has(error.status)) onFinished();
      }
      // The review may also be cached in the data of its service, a profile or an order.
      void invalidateAll(client);
    });
  return { pending, answered, send };
}
