import { ApiError } from '@guilda/contract/api-error';
import type { Review } from '@guilda/contract/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { browserClient } from '../../lib/page-data.ts';
import { useOnce } from '../../lib/use-once.ts';
import { toast, toastError } from '../../ui/toast.ts';

/** Refusals that no other try can turn. */
const settled = new Set([403, 404, 409]);

/**
 * Answers a review, once however often it is pressed. `answered` is the review as the server gave it
 * back; `onOver` runs when there is nothing left to try.
 */
export function useAnswer(review: Review, onOver: () => void) {
  const client = useQueryClient();
  const { pending, once } = useOnce();
  const [answered, setAnswered] = useState<Review | null>(null);
  const send = (answer: string) =>
    once(async () => {
      try {
        const { reviews } = await browserClient();
        const body = { answer };
        const given = await reviews.answerReview({ params: { reviewId: review.id }, body });
        setAnswered(given.review);
        toast({ title: 'Resposta publicada', text: 'Ela aparece junto da avaliação.' });
        onOver();
      } catch (error) {
        toastError(error);
        if (error instanceof ApiError && settled.has(error.status)) onOver();
      }
      // The same review may stand on other pages: with its service, on a profile, beside its order.
      void client.invalidateQueries();
    });
  return { pending, answered, send };
}
