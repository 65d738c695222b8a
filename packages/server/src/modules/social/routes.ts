import type { commentEndpoints, likeEndpoints, postEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import { commentHandlers } from './comment-routes.ts';
import { getPost } from './get-post.ts';
import { likeHandlers } from './like-routes.ts';
import { listHandlers } from './list-routes.ts';
import type { SocialDeps } from './social-deps.ts';

const later = async () => err('unavailable');

function postHandlers(deps: SocialDeps): Handlers<typeof postEndpoints> {
  return {
    ...listHandlers(deps),
    getPost: ({ actor, params }) => getPost(deps)(actor, params.uid),
    createPost: later,
    deletePost: later,
    moderatePost: later,
  };
}

export function socialHandlers(
  deps: SocialDeps,
): Handlers<typeof postEndpoints & typeof likeEndpoints & typeof commentEndpoints> {
  return { ...postHandlers(deps), ...likeHandlers(deps), ...commentHandlers(deps) };
}
