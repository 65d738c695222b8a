import type { ApiClient } from '@guilda/contract/client';
import { normaliseHashtag, parseHashtags } from '@guilda/contract/community/hashtags';
import type { TrendingHashtag } from '@guilda/contract/community/social';
import { limits } from '@guilda/contract/limits';
import type { PostListQuery, PostPage } from '../model/post-lists.ts';

/** Loads a page of posts; the first page when the cursor is undefined. */
export const loadFeedPosts =
  (listQuery: PostListQuery) =>
  (client: ApiClient, cursor?: string | undefined): Promise<PostPage> =>
    client.social.listPosts({ query: { ...listQuery, cursor } });

/** Loads the data of `/community`: the first page of posts and the trending hashtags. */
export const loadFeed =
  (listQuery: PostListQuery) =>
  async (client: ApiClient): Promise<{ page: PostPage; trending: TrendingHashtag[] }> => {
    const [page, { hashtags }] = await Promise.all([
      loadFeedPosts(listQuery)(client),
      client.social.listHashtags(),
    ]);
    return { page, trending: hashtags };
  };

/** The hashtag in the address, without `#`; undefined when there is none. */
export function readHashtag(params: URLSearchParams): string | undefined {
  const requestedHashtag = (params.get('hashtag') ?? '').trim().slice(0, limits.postHashtags + 1);
  if (requestedHashtag === '') return undefined;
  const [first] = parseHashtags(requestedHashtag);
  return first && normaliseHashtag(requestedHashtag) === first.tag ? first.name : requestedHashtag;
}
