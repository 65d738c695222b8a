import type { TaskRunners } from '../../platform/jobs/index.ts';
import { type BadgeTasks, type RefreshBadgesDeps, refreshBadges } from './refresh-badges.ts';
import { markTopContributors } from './top-contributors-store.ts';

/** Background jobs of posts and comments. */
export type SocialTasks = BadgeTasks & {
  /** Erases a picture that no row refers to; `photoURL` is the picture's address. */
  readonly 'social.erase_picture': { readonly photoURL: string };
  /** Erases the link preview of a post, so that visitors no longer get it. */
  readonly 'social.erase_preview': { readonly postUid: string };
  /** Recomputes who has the top-contributor badge; scheduled. */
  readonly 'social.top_contributors': Readonly<Record<string, string>>;
};

/** Cron expression: 7 minutes past every hour. */
export const socialSchedule = { 'social.top_contributors': '7 * * * *' } as const;

export interface SocialTaskDeps extends RefreshBadgesDeps {
  deletePicture(photoURL: string): Promise<void>;
  erasePreviews(kind: 'posts', id: string): Promise<void>;
}

export function socialTasks(deps: SocialTaskDeps): TaskRunners<SocialTasks> {
  return {
    'social.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
    'social.erase_preview': ({ postUid }) => deps.erasePreviews('posts', postUid),
    'social.refresh_badges': refreshBadges(deps),
    'social.top_contributors': () => markTopContributors(deps.database.db),
  };
}
