import type { Database } from '../../platform/database/pool.ts';
import type { TaskRunners } from '../../platform/jobs/index.ts';
import { markTopContributors } from './top-contributors-store.ts';

/** The background work of this module. */
export type SocialTasks = {
  /** Erases a picture that no row refers to; `photoURL` is its address. */
  readonly 'social.erase_picture': { readonly photoURL: string };
  /** Erases the link preview of a post that visitors no longer see. */
  readonly 'social.erase_preview': { readonly postUid: string };
  /** Recomputes the top-contributor badge; scheduled. */
  readonly 'social.top_contributors': Readonly<Record<string, string>>;
};

/** Every hour. */
export const socialSchedule = { 'social.top_contributors': '7 * * * *' } as const;

export interface SocialTaskDeps {
  readonly database: Pick<Database, 'db'>;
  deletePicture(photoURL: string): Promise<void>;
  erasePreviews(kind: 'posts', id: string): Promise<void>;
}

export function socialTasks(deps: SocialTaskDeps): TaskRunners<SocialTasks> {
  return {
    'social.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
    'social.erase_preview': ({ postUid }) => deps.erasePreviews('posts', postUid),
    'social.top_contributors': () => markTopContributors(deps.database.db),
  };
}
