import type { TaskRunners } from '../../platform/jobs/index.ts';

/** The background work of this module. */
export type SocialTasks = {
  /** Erases a picture that nothing shows any more; `photoURL` is its address. */
  readonly 'social.erase_picture': { readonly photoURL: string };
  /** Erases the link preview of a post that visitors no longer see. */
  readonly 'social.erase_preview': { readonly postUid: string };
};

export interface SocialTaskDeps {
  deletePicture(photoURL: string): Promise<void>;
  erasePreviews(kind: 'posts', id: string): Promise<void>;
}

export function socialTasks(deps: SocialTaskDeps): TaskRunners<SocialTasks> {
  return {
    'social.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
    'social.erase_preview': ({ postUid }) => deps.erasePreviews('posts', postUid),
  };
}
