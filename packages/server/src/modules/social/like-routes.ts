import type { likeEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { SocialDeps } from './social-deps.ts';

const later = async () => err('unavailable');

export function likeHandlers(_deps: SocialDeps): Handlers<typeof likeEndpoints> {
  return { likePost: later, unlikePost: later };
}
