import { normaliseHashtag } from '@guilda/contract/hashtags';
import type { Post } from '@guilda/contract/social';

/** Filter of a list of posts; an empty one is the whole feed. */
export interface PostListQuery {
  /** In any spelling. */
  readonly hashtag?: string | undefined;
  /** Uid. */
  readonly author?: string | undefined;
  readonly q?: string | undefined;
}

/** A page of posts as the API gives it. */
export interface PostPage {
  readonly posts: readonly Post[];
  readonly nextCursor: string | null;
}

/** Query key of a list of posts; what else distinguishes two lists comes after it. */
export const postsKey = (list: PostListQuery) => ['posts', list] as const;

/** Query key of one post, with whatever its page shows beside it. */
export const postKey = (uid: string) => ['post', uid] as const;

/** Whether a new post belongs at the top of a list; of a search only the server knows. */
export function belongsToList({ hashtag, author, q }: PostListQuery, post: Post): boolean {
  if (q !== undefined && q !== '') return false;
  if (author !== undefined && author !== post.author.uid) return false;
  if (hashtag === undefined) return true;
  const tag = normaliseHashtag(hashtag);
  return post.hashtags.some((name) => normaliseHashtag(name) === tag);
}
