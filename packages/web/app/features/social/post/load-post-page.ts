import type { PublicUser } from '@guilda/contract/accounts/users';
import type { ApiClient } from '@guilda/contract/client';
import type { Post } from '@guilda/contract/community/social';
import type { Service } from '@guilda/contract/services/catalog';

/** Data of a post's page, without its comments. */
export interface PostPageData {
  readonly post: Post;
  readonly author: PublicUser;
  /**
   * The newest service of the author; null if the post links to a service or is withheld, or if the author has none.
   */
  readonly newest: Service | null;
}

async function newestServiceOfAuthor(client: ApiClient, { author, service, withheld }: Post) {
  if (service || withheld) return null;
  const query = { seller: author.uid, limit: '1' };
  const { services } = await client.catalog.listServices({ query });
  return services[0] ?? null;
}

/** Loads the data of a post's page. Rejects with the error codes `post_not_found` and `adults_only`. */
export const loadPostPage =
  (uid: string) =>
  async (client: ApiClient): Promise<PostPageData> => {
    const { post } = await client.social.getPost({ params: { uid } });
    const [author, newest] = await Promise.all([
      client.users.getUser({ params: { buyerId: post.author.uid } }),
      newestServiceOfAuthor(client, post),
    ]);
    return { post, author, newest };
  };
