import type { TaskRunners } from '../../platform/jobs/index.ts';
import { type CountBytesDeps, countPictureBytes } from './count-picture-bytes.ts';
import {
  closeOrphanedPictures,
  type DeletePictureDeps,
  eraseClosedPictures,
} from './delete-picture.ts';

/** The background work of this module. */
export type PictureTasks = {
  /**
   * Erases files of closed pictures, closes pictures without a reference, and records missing sizes;
   * scheduled.
   */
  readonly 'pictures.sweep': Readonly<Record<string, string>>;
};

/** Every hour. */
export const pictureSchedule = { 'pictures.sweep': '47 * * * *' } as const;

export function pictureTasks(deps: DeletePictureDeps & CountBytesDeps): TaskRunners<PictureTasks> {
  const erase = eraseClosedPictures(deps);
  const close = closeOrphanedPictures(deps);
  const count = countPictureBytes(deps);
  return {
    'pictures.sweep': async (_, { signal }) => {
      await erase();
      await close();
      await count(signal);
    },
  };
}
