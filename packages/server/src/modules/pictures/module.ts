import type { Module, NeedsOf } from '../../platform/module.ts';
import {
  type PictureServingOptions,
  servePictures,
} from '../../platform/uploads/images/serve-pictures.ts';
import { type PictureTasks, pictureSchedule, pictureTasks } from './tasks.ts';

type PicturesModuleDeps = NeedsOf<typeof pictureTasks> & {
  readonly files: PictureServingOptions['files'];
  readonly pictureAccess: NonNullable<PictureServingOptions['access']>;
};

export const picturesModule: Module<PicturesModuleDeps, PictureTasks> = {
  name: 'pictures',
  schedule: pictureSchedule,
  create: (needs) => ({
    tasks: pictureTasks(needs),
    plugin: (app) =>
      app.register(servePictures, { files: needs.files, access: needs.pictureAccess }),
  }),
};
