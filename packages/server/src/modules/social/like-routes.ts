import type { likeEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { type LikeDeps, likePost, unlikePost } from './like-post.ts';

export function likeHandlers(deps: LikeDeps): Handlers<typeof likeEndpoints> {
  const like = likePost(deps);
  const unlike = unlikePost(deps);
  return {
    likePost: ({ actor, params }) => like(actor, params.uid),
    unlikePost: ({ actor, params }) => unlike(actor, params.uid),
  };
}
