import type { TaskRunners } from '../../platform/jobs/index.ts';

/** The background work of this module. */
export type SocialTasks = {
  /** Erases a picture that nothing shows any more; `photoURL` is its address. */
  readonly 'social.erase_picture': { readonly photoURL: string };
};

export interface SocialTaskDeps {
  deletePicture(photoURL: string): Promise<void>;
}

export function socialTasks(deps: SocialTaskDeps): TaskRunners<SocialTasks> {
  return {
    'social.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
  };
}
