import { commentEndpoints, likeEndpoints, postEndpoints } from '@guilda/contract/community/social';
import type { RateLimiter } from '../../platform/limits/rate-limiter.ts';
import { handle, type Module, type NeedsOf } from '../../platform/module.ts';
import { servePreviews } from '../previews/index.ts';
import { createPostPreviews } from './posts/post-preview.ts';
import { socialHandlers } from './routes.ts';
import { type SocialTasks, socialSchedule, socialTasks } from './tasks.ts';

type SocialModuleDeps = NeedsOf<typeof socialHandlers> &
  NeedsOf<typeof socialTasks> &
  NeedsOf<typeof createPostPreviews> & { readonly limiter: RateLimiter };

export const socialModule: Module<SocialModuleDeps, SocialTasks> = {
  name: 'social',
  schedule: socialSchedule,
  create: (needs) => ({
    endpoints: [
      handle({ ...postEndpoints, ...likeEndpoints, ...commentEndpoints }, socialHandlers(needs)),
    ],
    tasks: socialTasks(needs),
    plugin: (app) =>
      app.register(servePreviews, { ...createPostPreviews(needs), limiter: needs.limiter }),
  }),
};
