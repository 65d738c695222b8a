import type { postEndpoints } from '@guilda/contract/social';
import type { Handlers } from '../../platform/http/endpoints.ts';
import { ok } from '../../platform/result.ts';
import { listPosts } from './list-posts.ts';
import { getPulse } from './pulse.ts';
import { listHashtags } from './trending.ts';
import type { ShowPostsDeps } from './view.ts';

export function listHandlers(
  deps: ShowPostsDeps,
): Pick<Handlers<typeof postEndpoints>, 'listPosts' | 'getPulse' | 'listHashtags'> {
  const hashtags = listHashtags(deps);
  return {
    listPosts: ({ actor, query }) => listPosts(deps)(actor, query),
    getPulse: async ({ actor, query }) => ok(await getPulse(deps)(actor, query)),
    listHashtags: async ({ actor }) => ok({ hashtags: await hashtags(actor) }),
  };
}
