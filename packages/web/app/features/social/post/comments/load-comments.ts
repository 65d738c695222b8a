import { ApiError } from '@guilda/contract/api-error';
import type { ApiClient } from '@guilda/contract/client';
import type { Comment } from '@guilda/contract/social';

/** A page of comments as the API gives it, newest first. */
export interface CommentPage {
  readonly comments: readonly Comment[];
  readonly nextCursor: string | null;
}

/** Query key of a post's comments. */
export const commentsKey = (postId: string) => ['comments', postId] as const;

/** A page of a post's comments, the first one without a cursor. */
export const loadComments =
  (postId: string) =>
  (client: ApiClient, cursor?: string | undefined): Promise<CommentPage> =>
    client.social.listComments({ params: { postId }, query: { cursor } });

const noComments: CommentPage = { comments: [], nextCursor: null };

/** The first page for beside a post; none of a post that is withheld from its own author. */
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
