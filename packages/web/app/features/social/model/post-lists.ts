import { normaliseHashtag } from '@guilda/contract/community/hashtags';
import type { Post } from '@guilda/contract/community/social';

/** Filter of a list of posts; an empty filter stands for the whole feed. */
export interface PostListQuery {
  /** Hashtag in any spelling. */
  readonly hashtag?: string | undefined;
  /** Uid of the author. */
  readonly author?: string | undefined;
  readonly q?: string | undefined;
}

/** A page of posts as the API gives it. */
export interface PostPage {
  readonly posts: readonly Post[];
  readonly nextCursor: string | null;
}

/** Query key of a list of posts; further elements, such as the reader, are appended. */
export const postsKey = (listQuery: PostListQuery) => ['posts', listQuery] as const;

/** Query key of the data of a post's page. */
export const postKey = (uid: string) => ['post', uid] as const;

/** Whether a new post belongs at the top of a list; false for a search, because only the server knows what it finds. */
export function belongsToList({ hashtag, author, q }: PostListQuery, post: Post): boolean {
  if (q !== undefined && q !== '') return false;
  if (author !== undefined && author !== post.author.uid) return false;
  if (hashtag === undefined) return true;
  const tag = normaliseHashtag(hashtag);
  return post.hashtags.some((name) => normaliseHashtag(name) === tag);
}
