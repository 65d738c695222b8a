import type { PublicUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import type { Post } from '@guilda/contract/community/social';
import type { Review } from '@guilda/contract/orders/reviews';
import type { Service } from '@guilda/contract/services/catalog';

export interface ServiceListPage {
  readonly services: Service[];
  readonly nextCursor: string | null;
}

export interface ReviewListPage {
  readonly reviews: Review[];
  readonly nextCursor: string | null;
}

export interface PostListPage {
  readonly posts: Post[];
  readonly nextCursor: string | null;
}

export interface ProfilePageContent {
  readonly user: PublicUser;
  readonly services: ServiceListPage;
  readonly reviews: ReviewListPage;
  /** First page of posts; null when the URL names another tab. */
  readonly posts: PostListPage | null;
}

/** Services per page; fills complete rows of two and of three cards. */
const SERVICES_PAGE_SIZE = '12';
const REVIEWS_PAGE_SIZE = '10';
const POSTS_PAGE_SIZE = '10';

export const loadUser = (username: string) => (client: ApiClient) =>
  client.users.getByUsername({ params: { username } });

export const loadProfileServices =
  (seller: string) =>
  (client: ApiClient, cursor?: string): Promise<ServiceListPage> =>
    client.catalog.listServices({ query: { seller, cursor, limit: SERVICES_PAGE_SIZE } });

export const loadReviews =
  (uid: string) =>
  (client: ApiClient, cursor?: string): Promise<ReviewListPage> =>
    client.reviews.listSellerReviews({
      params: { uid },
      query: { cursor, limit: REVIEWS_PAGE_SIZE },
    });

export const loadProfilePosts =
  (author: string) =>
  (client: ApiClient, cursor?: string): Promise<PostListPage> =>
    client.social.listPosts({ query: { author, cursor, limit: POSTS_PAGE_SIZE } });

const NO_NEXT_CURSOR = null;

/** Empty content, for profiles whose content the reader may not see. */
const restrictedContent = {
  services: { services: [], nextCursor: NO_NEXT_CURSOR },
  reviews: { reviews: [], nextCursor: NO_NEXT_CURSOR },
  posts: null,
};

/** Loads the content of the profile page; posts only when the URL names their tab. Rejects with `user_not_found`. */
export const loadProfile =
  (username: string, withPosts: boolean) =>
  async (client: ApiClient): Promise<ProfilePageContent> => {
    const user = await loadUser(username)(client);
    if (user.restricted) return { user, ...restrictedContent };
    const [services, reviews, posts] = await Promise.all([
      loadProfileServices(user.uid)(client),
      loadReviews(user.uid)(client),
      withPosts ? loadProfilePosts(user.uid)(client) : null,
    ]);
    return { user, services, reviews, posts };
  };
