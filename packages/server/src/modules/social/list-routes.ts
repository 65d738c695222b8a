import type { postEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { err } from '../../platform/result.ts';
import type { SocialDeps } from './social-deps.ts';

const later = async () => err('unavailable');

export function listHandlers(
  _deps: SocialDeps,
): Pick<Handlers<typeof postEndpoints>, 'listPosts' | 'getPulse' | 'listHashtags'> {
  return { listPosts: later, getPulse: later, listHashtags: later };
}
