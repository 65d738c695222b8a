import type { TaskRunners } from '../../platform/jobs/index.ts';
import { type CountBytesDeps, countPictureBytes } from './count-bytes.ts';
import { type DeletePictureDeps, eraseClosedPictures } from './delete-picture.ts';

/** The background work of this module. */
export type PictureTasks = {
  /**
   * Erases the files of closed pictures that could not be erased at once, and counts the bytes of those
   * that nobody has counted; runs by the clock.
   */
  readonly 'pictures.sweep': Readonly<Record<string, string>>;
};

/** Every hour. */
export const pictureSchedule = { 'pictures.sweep': '47 * * * *' } as const;

export function pictureTasks(deps: DeletePictureDeps & CountBytesDeps): TaskRunners<PictureTasks> {
  const erase = eraseClosedPictures(deps);
  const count = countPictureBytes(deps);
  return {
    'pictures.sweep': async (_, { signal }) => {
      await erase();
      await count(signal);
    },
  };
}
