import type { ApiClient } from '@guilda/contract/client';
import type { Review, ReviewSummary } from '@guilda/contract/orders/reviews';

const PAGE_SIZE = '5';

export interface ServiceReviewsPage {
  readonly reviews: Review[];
  readonly summary: ReviewSummary;
  readonly nextCursor: string | null;
}

/** Loads a page of a service's reviews, newest first. */
export const loadServiceReviews =
  (serviceId: string) =>
  (client: ApiClient, cursor?: string | undefined): Promise<ServiceReviewsPage> =>
    client.reviews.listReviews({ params: { serviceId }, query: { limit: PAGE_SIZE, cursor } });
