import type { Service } from '@guilda/contract/catalog';
import type { ApiClient } from '@guilda/contract/client';
import type { Review } from '@guilda/contract/reviews';
import type { PublicUser } from '@guilda/contract/users';

export interface ServicePage {
  readonly services: Service[];
  readonly nextCursor: string | null;
}

export interface ReviewPage {
  readonly reviews: Review[];
  readonly nextCursor: string | null;
}

export interface Profile {
  readonly user: PublicUser;
  readonly services: ServicePage;
  readonly reviews: ReviewPage;
}

/** Whole rows of two and three fichas. */
const SERVICES = '12';
const REVIEWS = '10';

export const loadUser = (username: string) => (client: ApiClient) =>
  client.users.getByUsername({ params: { username } });

export const loadServices =
  (seller: string) =>
  (client: ApiClient, cursor?: string): Promise<ServicePage> =>
    client.catalog.listServices({ query: { seller, cursor, limit: SERVICES } });

export const loadReviews =
  (uid: string) =>
  (client: ApiClient, cursor?: string): Promise<ReviewPage> =>
    client.reviews.listSellerReviews({ params: { uid }, query: { cursor, limit: REVIEWS } });

/** Everything the profile page shows first. Rejects with `user_not_found`. */
export const loadProfile =
  (username: string) =>
  async (client: ApiClient): Promise<Profile> => {
    const user = await loadUser(username)(client);
    if (user.restricted) {
      const nextCursor = null;
      return { user, services: { services: [], nextCursor }, reviews: { reviews: [], nextCursor } };
    }
    const [services, reviews] = await Promise.all([
      loadServices(user.uid)(client),
      loadReviews(user.uid)(client),
    ]);
    return { user, services, reviews };
  };
