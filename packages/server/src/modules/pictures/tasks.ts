import type { TaskRunners } from '../../platform/jobs/index.ts';
import { type CountBytesDeps, countPictureBytes } from './count-picture-bytes.ts';
import {
  closeOrphanedPictures,
  type DeletePictureDeps,
  eraseClosedPictures,
} from './delete-picture.ts';

/** Background jobs of pictures. */
export type PictureTasks = {
  /**
   * Erases the files of closed pictures, closes pictures that no row refers to, and stores missing sizes; scheduled.
   */
  readonly 'pictures.sweep': Readonly<Record<string, string>>;
};

/** Cron expression: 47 minutes past every hour. */
export const pictureSchedule = { 'pictures.sweep': '47 * * * *' } as const;

export function pictureTasks(deps: DeletePictureDeps & CountBytesDeps): TaskRunners<PictureTasks> {
  const erase = eraseClosedPictures(deps);
  const close = closeOrphanedPictures(deps);
  const countBytes = countPictureBytes(deps);
  return {
    'pictures.sweep': async (_, { signal }) => {
      await erase();
      await close();
      await countBytes(signal);
    },
  };
}
