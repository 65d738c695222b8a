import type { TaskRunners } from '../../platform/jobs/index.ts';
import { type DeletePictureDeps, eraseClosedPictures } from './delete-picture.ts';

/** The background work of this module. */
export type PictureTasks = {
  /** Erases the files of closed pictures that could not be erased at once; runs by the clock. */
  readonly 'pictures.sweep': Readonly<Record<string, string>>;
};

/** Every hour. */
export const pictureSchedule = { 'pictures.sweep': '47 * * * *' } as const;

export function pictureTasks(deps: DeletePictureDeps): TaskRunners<PictureTasks> {
  return { 'pictures.sweep': eraseClosedPictures(deps) };
}
