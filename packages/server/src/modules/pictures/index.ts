export {
  createAdminPictureUrls,
  type PictureUrlForAdmin,
  pictureUrlForAdmin,
} from './admin-picture-url.ts';
export {
  type BannedList,
  banPicture,
  isPictureBanned,
  replaceBannedList,
  unbanPicture,
} from './banned-picture-store.ts';
export { type ExportedPicture, exportedPictureKey, picturesDataExport } from './data-export.ts';
export { deletePicture, eraseClosedPictures } from './delete-picture.ts';
export { createPictureAccess } from './picture-access.ts';
export {
  findPictureFile,
  lockPictureForReportCopy,
  markPicturesAdult,
  setPicturesHidden,
  unmarkPicturesAdult,
} from './picture-store.ts';
export { type PictureUrlResolver, type PictureUrlsFor, pictureUrlsFor } from './picture-urls.ts';
export { referencedPictures } from './referenced-files.ts';
export { createSignedPictureUrls, type SignedPictureUrls } from './signed-picture-url.ts';
export { type RefusedPicture, refuseBannedImage, storePicture } from './store-picture.ts';
