import type { commentEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { SocialDeps } from './social-deps.ts';

const later = async () => err('unavailable');

export function commentHandlers(_deps: SocialDeps): Handlers<typeof commentEndpoints> {
  return { listComments: later, createComment: later, deleteComment: later };
}
