import type { commentEndpoints, likeEndpoints, postEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { commentHandlers } from './comment-routes.ts';
import { createPost } from './create-post.ts';
import { deletePost } from './delete-post.ts';
import { getPost } from './get-post.ts';
import { likeHandlers } from './like-routes.ts';
import { listHandlers } from './list-routes.ts';
import { moderatePost } from './moderate-post.ts';
import type { SocialDeps } from './social-deps.ts';

function postHandlers(deps: SocialDeps): Handlers<typeof postEndpoints> {
  const create = createPost(deps);
  return {
    ...listHandlers(deps),
    getPost: ({ actor, params }) => getPost(deps)(actor, params.uid),
    createPost: ({ actor, body, files, idempotencyKey }) =>
      create(actor, { ...body, photo: files.of('photo')[0], idempotencyKey }),
    deletePost: ({ actor, params }) => deletePost(deps)(actor, params.uid),
    moderatePost: ({ actor, params, body }) => moderatePost(deps)(actor, params.uid, body),
  };
}

export function socialHandlers(
  deps: SocialDeps,
): Handlers<typeof postEndpoints & typeof likeEndpoints & typeof commentEndpoints> {
  return { ...postHandlers(deps), ...likeHandlers(deps), ...commentHandlers(deps) };
}
