import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Comment } from '@guilda/contract/community/social';

/** A page of comments as the API returns it, newest first. */
export interface CommentPage {
  readonly comments: readonly Comment[];
  readonly nextCursor: string | null;
}

/** Query key of a post's comments. */
export const commentsKey = (postId: string) => ['comments', postId] as const;

/** Loads a page of a post's comments; the first page when `cursor` is undefined. */
export const loadComments =
  (postId: string) =>
  (client: ApiClient, cursor?: string | undefined): Promise<CommentPage> =>
    client.social.listComments({ params: { postId }, query: { cursor } });

const noComments: CommentPage = { comments: [], nextCursor: null };

/**
 * Loads the first page of comments. The page is empty if the post is withheld from its author (error code
 * `adults_only`).
 */
export const loadFirstComments =
  (postId: string) =>
  async (client: ApiClient): Promise<CommentPage> => {
    try {
      return await loadComments(postId)(client);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'adults_only') return noComments;
      throw error;
    }
  };
