import type { TaskRunners } from '../../platform/jobs/index.ts';

/** The background work of this module. */
export type PrivacyTasks = {
  /** Erases a picture that nothing shows any more; `photoURL` is its address. */
  readonly 'privacy.erase_picture': { readonly photoURL: string };
};

export interface PrivacyTaskDeps {
  deletePicture(photoURL: string): Promise<void>;
}

export function privacyTasks(deps: PrivacyTaskDeps): TaskRunners<PrivacyTasks> {
  return {
    'privacy.erase_picture': ({ photoURL }) => deps.deletePicture(photoURL),
  };
}
