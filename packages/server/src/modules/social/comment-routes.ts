import type { commentEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type CreateCommentDeps, createComment } from './create-comment.ts';
import { deleteComment } from './delete-comment.ts';
import { listComments } from './list-comments.ts';

export function commentHandlers(deps: CreateCommentDeps): Handlers<typeof commentEndpoints> {
  const list = listComments(deps);
  const create = createComment(deps);
  const remove = deleteComment(deps);
  return {
    listComments: ({ actor, params, query }) => list(actor, params.postId, query),
    createComment: ({ actor, params, body, idempotencyKey }) =>
      create(actor, params.postId, { text: body.text, idempotencyKey }),
    deleteComment: ({ actor, params }) => remove(actor, params.id),
  };
}
